import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
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
import type { RuntimeFiles } from './runtime-node.ts';

/** Passed to the worker threads as workerData. */
export interface WorkerSetup {
  readonly files: RuntimeFiles;
  readonly manifest: RecogniserManifest;
  /** Threads inside one network run. */
  readonly intraOpThreads: number;
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
  readonly setup: WorkerSetup;
  readonly threads: number;
  readonly timeLimitMs: number;
}

/** Retry-After of an image over its limit: about the time in which a new thread loads the networks. */
const RESTART_SECONDS = 5;

/** For threads that run from source (development, tests). A full address, because a bare name depends on the cwd. */
const typescriptLoader = () => [
  '--import',
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
];

function read(answer: WorkerAnswer): ImageAnalysis {
  switch (answer.kind) {
    case 'done':
      return answer.analysis;
    case 'bad_image':
      throw new ImageError(answer.problem, answer.message);
    case 'failed':
      throw new Error(answer.message);
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
}: Options): Promise<EnginePool> {
  const filename = fileURLToPath(workerUrl);
  const pool = new Piscina<WorkerTask, WorkerAnswer>({
    filename,
    name: 'analyse',
    workerData: setup,
    minThreads: threads,
    maxThreads: threads,
    recordTiming: false,
    ...(filename.endsWith('.ts') ? { execArgv: typescriptLoader() } : {}),
  });
  // Without a listener, an error in an idle thread would end the process. The thread is replaced.
  pool.on('error', () => undefined);
  let closed = false;
  const close = () => {
    closed = true;
    return pool.destroy();
  };
  try {
    await Promise.all(Array.from({ length: threads }, () => pool.run(null)));
  } catch (error) {
    await close();
    throw error;
  }

  const run = async (request: AnalyseRequest): Promise<ImageAnalysis> => {
    if (closed) throw new Error('The face engine is closed.');
    // Not AbortSignal.timeout: its timer would not keep the process alive while a new thread loads.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeLimitMs);
    try {
      const transferList = [request.image.buffer];
      return read(await pool.run(request, { transferList, signal: limit.signal }));
    } catch (error) {
      throw limit.signal.aborted ? new EngineBusyError(RESTART_SECONDS) : error;
    } finally {
      clearTimeout(timer);
    }
  };
  return { runners: Array.from({ length: threads }, () => ({ run })), close };
}
