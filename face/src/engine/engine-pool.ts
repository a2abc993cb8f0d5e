import { fileURLToPath } from 'node:url';
import {
  type AnalyseOptions,
  EngineBusyError,
  ImageError,
  type ImageProblem,
} from '@rollcall/core/faces/face.ports';
import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import { Piscina } from 'piscina';
import type { RecogniserManifest } from '../models/recogniser.manifest.ts';
import type { JobRunner } from './job-queue.ts';
import { disableTelemetry, type RuntimeFiles } from './runtime-node.ts';
import { typescriptLoader } from './typescript-loader.ts';

/** Passed to the worker threads as workerData. */
export interface WorkerSetup {
  readonly files: RuntimeFiles;
  readonly manifest: RecogniserManifest;
  /** Threads inside one network run. */
  readonly intraOpThreads: number;
  /** Shared memory; not zero once the pool is being closed, so that threads stop loading networks. */
  readonly stopping: Int32Array;
}

export interface AnalyseRequest {
  readonly image: Uint8Array<ArrayBuffer>;
  readonly options: AnalyseOptions;
}

/** `null` asks a thread to answer `ready` once its networks are loaded. */
export type WorkerTask = AnalyseRequest | null;

/** Errors are values here, because an error's class does not survive the way between threads. */
export type WorkerAnswer =
  | { readonly kind: 'ready' }
  /** The thread stopped loading because the pool is being closed. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'done'; readonly analysis: ImageAnalysis }
  | { readonly kind: 'bad_image'; readonly problem: ImageProblem; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

export interface EnginePool {
  /** One runner per thread. */
  readonly runners: readonly JobRunner<AnalyseRequest, ImageAnalysis>[];
  close(): Promise<void>;
}

interface Options {
  readonly workerUrl: URL;
  readonly setup: Omit<WorkerSetup, 'stopping'>;
  readonly threads: number;
  readonly timeLimitMs: number;
  /** Told of every image whose thread was ended because it took too long. */
  readonly onOverrun?: (() => void) | undefined;
  /** Aborts the start: the threads stop loading, then the call fails. */
  readonly signal?: AbortSignal | undefined;
}

/** Retry-After of an image over its limit: about the time in which a new thread loads the networks. */
const RESTART_SECONDS = 5;

/** How long closing waits for images in work. */
const CLOSE_MS = 5000;

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

function read(answer: WorkerAnswer): ImageAnalysis {
  switch (answer.kind) {
    case 'done':
      return answer.analysis;
    case 'bad_image':
      throw new ImageError(answer.problem, answer.message);
    case 'failed':
      throw new Error(answer.message);
    case 'stopped':
      throw new Error('The face engine is closed.');
    case 'ready':
      throw new Error('A face thread answered without a request.');
  }
}

/**
 * Opens the engine's worker threads, each with its own loaded networks, and waits until all are ready.
 * A thread that dies, or takes longer than the limit for one image, is replaced; only its own image fails.
 *
 * The caller must run at most one job per runner at a time: piscina neither bounds nor orders a queue of tasks that
 * can be aborted (docs/decisions/0017).
 */
export async function openEnginePool({
  workerUrl,
  setup,
  threads,
  timeLimitMs,
  onOverrun,
  signal,
}: Options): Promise<EnginePool> {
  // Here, because a thread cannot change the environment of the process.
  disableTelemetry();
  const stopping = new Int32Array(new SharedArrayBuffer(4));
  const filename = fileURLToPath(workerUrl);
  const pool = new Piscina<WorkerTask, WorkerAnswer>({
    filename,
    name: 'analyse',
    workerData: { ...setup, stopping } satisfies WorkerSetup,
    minThreads: threads,
    maxThreads: threads,
    recordTiming: false,
    ...(filename.endsWith('.ts') ? { execArgv: typescriptLoader() } : {}),
  });
  // Without a listener, an error in an idle thread would end the process. The thread is replaced.
  pool.on('error', () => undefined);
  let closed = false;
  const running = new Set<Promise<unknown>>();
  const stopLoading = () => Atomics.store(stopping, 0, 1);
  const close = async () => {
    closed = true;
    stopLoading();
    await within(CLOSE_MS, Promise.allSettled(running));
    await pool.destroy();
  };

  signal?.addEventListener('abort', stopLoading, { once: true });
  if (signal?.aborted) stopLoading();
  const starts = Array.from({ length: threads }, async () => {
    const answer = await pool.run(null);
    if (answer.kind === 'stopped') throw new Error('The face engine was closed while it started.');
  });
  for (const start of starts) start.catch(stopLoading);
  // All of them, failed or not: a thread that is ended while it loads a network ends the whole process.
  const failed = (await Promise.allSettled(starts)).find((start) => start.status === 'rejected');
  signal?.removeEventListener('abort', stopLoading);
  if (failed) {
    await close();
    throw failed.reason;
  }

  const analyse = async (request: AnalyseRequest): Promise<ImageAnalysis> => {
    // Not AbortSignal.timeout: its timer would not keep the process alive while a new thread loads.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeLimitMs);
    try {
      const transferList = [request.image.buffer];
      return read(await pool.run(request, { transferList, signal: limit.signal }));
    } catch (error) {
      if (!limit.signal.aborted) throw error;
      onOverrun?.();
      throw new EngineBusyError(RESTART_SECONDS);
    } finally {
      clearTimeout(timer);
    }
  };
  const run = async (request: AnalyseRequest): Promise<ImageAnalysis> => {
    if (closed) throw new Error('The face engine is closed.');
    const job = analyse(request);
    running.add(job);
    return job.finally(() => running.delete(job));
  };
  return { runners: Array.from({ length: threads }, () => ({ run })), close };
}
