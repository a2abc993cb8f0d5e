import { parentPort, workerData } from 'node:worker_threads';
import { ImageError } from '@rollcall/core/faces/face.ports';
import sharp from 'sharp';
import { createFaceAnalyser } from './analyse.ts';
import { createFileAnalyser } from './analyse-file.ts';
import { createNodeImageDecoder } from './decode-node.ts';
import type { AnalyseRequest, WorkerAnswer, WorkerSetup } from './engine.messages.ts';
import { openNodeRuntime } from './runtime-node.ts';

// Handed over by engine-node.ts, the only one who starts this file.
const setup: WorkerSetup = workerData;
const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread of the face engine.');

// Each worker is one lane; the decoder must not open lanes of its own beside it.
sharp.concurrency(1);
sharp.cache(false);

const runtime = await openNodeRuntime(setup.files, setup.intraOpThreads);
const analyser = createFileAnalyser({
  decoder: createNodeImageDecoder(),
  analyser: createFaceAnalyser({ runtime, manifest: setup.manifest }),
});

async function answer({ image, options }: AnalyseRequest): Promise<WorkerAnswer> {
  try {
    return { kind: 'done', analysis: await analyser.analyse(image, options) };
  } catch (error) {
    if (error instanceof ImageError) {
      return { kind: 'bad_image', problem: error.problem, message: error.message };
    }
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

const send = (message: WorkerAnswer) => port.postMessage(message);
port.on('message', (request: AnalyseRequest) => {
  void answer(request).then(send);
});
send({ kind: 'ready' });
