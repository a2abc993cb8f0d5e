import { parentPort, workerData } from 'node:worker_threads';
import { runWorker } from './run-worker.ts';

if (parentPort === null) throw new Error('embedded.worker runs as a worker thread only');
await runWorker(parentPort, workerData);
