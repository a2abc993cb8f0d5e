import { availableParallelism } from 'node:os';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import type { ModelFiles } from '../models/ensure-models.ts';
import { profileOf } from '../models/recogniser.manifest.ts';
import { openEnginePool } from './engine-pool.ts';
import { createJobQueue } from './job-queue.ts';

export interface NodeFaceEngineOptions {
  readonly models: ModelFiles;
  /** Number of worker threads; each loads its own networks. */
  readonly threads?: number | undefined;
  readonly queueDepth?: number | undefined;
  readonly maxWaitMs?: number | undefined;
  /** A thread that takes longer for one image is ended and replaced, and the image is refused as busy. */
  readonly timeLimitMs?: number | undefined;
  readonly onOverrun?: (() => void) | undefined;
  /** Aborts the start. */
  readonly signal?: AbortSignal | undefined;
  /** The built worker file; by default the source file beside this one. */
  readonly workerUrl?: URL | undefined;
}

/** Each thread takes about 230 MB (bench/results/speed.json); a larger machine can be given more. */
const MOST_THREADS = 4;

/** The threads of an engine that has so many cores. */
export const threadsFor = (cores: number): number => Math.min(cores, MOST_THREADS);

const QUEUE_DEPTH = 32;
const MAX_WAIT_MS = 15_000;
/** Generous: a 12-megapixel group picture of 55 faces takes 4 s of one core. */
const TIME_LIMIT_MS = 60_000;

/**
 * The face engine on worker threads (docs/decisions/0017). Several threads with single-threaded networks are faster
 * than one thread with multi-threaded networks (bench/results/speed.json). Images are not batched: it gained nothing,
 * and every image would wait for the slowest of its batch.
 */
export async function createNodeFaceEngine(options: NodeFaceEngineOptions): Promise<FaceEngine> {
  const { manifest, ...files } = options.models;
  const pool = await openEnginePool({
    workerUrl: options.workerUrl ?? new URL('./engine.worker.ts', import.meta.url),
    setup: { files, manifest, intraOpThreads: 1 },
    threads: options.threads ?? threadsFor(availableParallelism()),
    timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
    onOverrun: options.onOverrun,
    signal: options.signal,
  });
  const queue = createJobQueue(pool.runners, {
    depth: options.queueDepth ?? QUEUE_DEPTH,
    maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS,
  });
  return {
    profile: profileOf(manifest),
    // A copy, because the bytes are transferred to the thread and the caller's must stay readable.
    // Not `slice`, which shares memory on a Buffer.
    analyse: (image, analyseOptions, signal) =>
      queue.add({ image: new Uint8Array(image), options: analyseOptions }, signal),
    load: queue.load,
    close: async () => {
      queue.close();
      await pool.close();
    },
  };
}
