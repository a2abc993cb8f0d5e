import { constants, getPriority, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { ImageError } from '@rollcall/core/faces/face.ports';
import sharp from 'sharp';
import { createNodeImageDecoder } from '../decoding/decode-node.ts';
import { createFaceAnalyser, createFileAnalyser } from '../pipeline/analyse.ts';
import type { WorkerAnswer, WorkerSetup, WorkerTask } from './engine-pool.ts';
import { LoadingStopped, openNodeRuntime } from './runtime-node.ts';

/**
 * So much less is the share of a thread that recognises faces than that of the others: about two thirds, when all have work. Not
 * less: a browser on the same machine (a kiosk, a test) would hold it up.
 */
const NICENESS = 2;

/**
 * Recognising is most of a server's work, in pieces of tens of milliseconds. Without this the threads that answer calls and the one
 * of the database waited for them at each of their many short steps, and a rush came to a standstill.
 */
function giveWay(): void {
  // Elsewhere it would be the whole process; on Linux it is this thread.
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS));
  } catch {
    // Forbidden by a sandbox: slower in a rush, and right all the same.
  }
}

async function open({ files, manifest, intraOpThreads, stopping }: WorkerSetup) {
  // Each worker uses one core, so sharp must not start threads of its own.
  sharp.concurrency(1);
  sharp.cache(false);
  const isStopping = () => Atomics.load(stopping, 0) !== 0;
  const runtime = await openNodeRuntime(files, intraOpThreads, isStopping).catch((error: unknown) => {
    if (error instanceof LoadingStopped) return null;
    throw error;
  });
  if (runtime === null) return async (): Promise<WorkerAnswer> => ({ kind: 'stopped' });
  // From here on: a server that starts is waited for.
  giveWay();
  const analyser = createFileAnalyser({
    decoder: createNodeImageDecoder(),
    analyser: createFaceAnalyser({ runtime, manifest }),
  });
  return async (task: WorkerTask): Promise<WorkerAnswer> => {
    if (task === null) return { kind: 'ready' };
    try {
      return { kind: 'done', analysis: await analyser.analyse(task.image, task.options) };
    } catch (error) {
      if (error instanceof ImageError) {
        return { kind: 'bad_image', problem: error.problem, message: error.message };
      }
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  };
}

/** The function that piscina calls. It awaits this promise before the thread gets its first task. */
export const analyse = open(workerData);
