import { availableParallelism } from 'node:os';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { openEngineThread } from './engine-thread.ts';
import { createJobQueue } from './job-queue.ts';
import type { ModelFiles } from './models/ensure-models.ts';
import { profileOf } from './recogniser.manifest.ts';

export interface NodeFaceEngineOptions {
  readonly models: ModelFiles;
  /** Worker threads, each with its own sessions. */
  readonly threads?: number | undefined;
  readonly queueDepth?: number | undefined;
  readonly maxWaitMs?: number | undefined;
  /** The built worker in production; the source file beside this one otherwise. */
  readonly workerUrl?: URL | undefined;
}

/** Each lane costs about 230 MB (bench/results/speed.json); a larger machine can be told to open more. */
const MOST_THREADS = 4;
const QUEUE_DEPTH = 32;
const MAX_WAIT_MS = 15_000;

/**
 * Several threads with one-threaded networks, rather than one thread with wide networks: bench/results/speed.json
 * has both. Images are not batched: a batch makes everybody wait for its slowest, and gained nothing.
 */
export async function createNodeFaceEngine(options: NodeFaceEngineOptions): Promise<FaceEngine> {
  const { models } = options;
  const count = options.threads ?? Math.min(availableParallelism(), MOST_THREADS);
  const url = options.workerUrl ?? new URL('./engine.worker.ts', import.meta.url);
  const { manifest, ...files } = models;
  const setup = { files, manifest, intraOpThreads: 1 };
  const threads = await Promise.all(Array.from({ length: count }, () => openEngineThread(url, setup)));
  const queue = createJobQueue(threads, {
    depth: options.queueDepth ?? QUEUE_DEPTH,
    maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS,
  });
  return {
    profile: profileOf(manifest),
    // A copy, because the bytes are handed over to the thread and the caller's own must stay readable.
    // Not `slice`: on a Buffer that shares memory.
    analyse: (image, analyseOptions) => queue.add({ image: new Uint8Array(image), options: analyseOptions }),
    close: async () => {
      queue.close();
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
