import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { ensureModels, type ModelFiles } from '@rollcall/face/models/ensure-models';
import type { Log } from '../log.ts';

export interface BackgroundFaceEngine {
  /** The engine, or its state while there is none. */
  current(): FaceEngine | 'starting' | 'unavailable';
  /** Paths of the model files, once they are downloaded. */
  models(): ModelFiles | null;
  /** For the readiness check: `starting`, `ok` or `unavailable`. */
  state(): string;
  /** Resolves when the engine has started, or failed to for the first time. */
  readonly settled: Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly modelsDir: string;
  readonly preplaced: string | undefined;
  readonly workerUrl: URL | undefined;
  /** Threads that analyse pictures; as many as there are cores, up to a limit, when undefined. */
  readonly threads?: number | undefined;
  readonly log: Log;
  /** Replaced in tests. */
  readonly fetchModels?: typeof ensureModels;
  readonly startEngine?: typeof createNodeFaceEngine;
}

const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 5 * 60_000;

/**
 * Downloads and loads the face models in the background; the server answers other requests meanwhile. A failure, such
 * as no network at the start, is tried again with growing pauses until it succeeds.
 */
export function startFaceEngine(options: Options): BackgroundFaceEngine {
  const { modelsDir, preplaced, workerUrl, threads, log } = options;
  const { fetchModels = ensureModels, startEngine = createNodeFaceEngine } = options;
  const closing = new AbortController();
  let engine: FaceEngine | null = null;
  let files: ModelFiles | null = null;
  let state = 'starting';
  let firstTry = () => {};
  const settled = new Promise<void>((done) => {
    firstTry = done;
  });

  const start = async (): Promise<void> => {
    const fetched = await untilAborted(
      closing.signal,
      fetchModels({
        dir: modelsDir,
        preplaced,
        onProgress: ({ step, what, done, total }) => {
          if (step !== 'ready') log.info(`Face models: ${step} ${what} (${done} of ${total} ready)`);
        },
      }),
    );
    if (fetched === 'aborted') return;
    files = fetched;
    const onOverrun = () => log.warn('An image took too long, and its face thread was replaced.');
    engine = await startEngine({ models: files, workerUrl, threads, signal: closing.signal, onOverrun });
    state = 'ok';
  };

  const running = (async () => {
    let wait = FIRST_RETRY_MS;
    while (engine === null && !closing.signal.aborted) {
      try {
        await start();
      } catch (error) {
        if (closing.signal.aborted) break;
        if (state === 'starting') log.failure('Face recognition is not available. Trying again', error);
        state = 'unavailable';
        firstTry();
        await pause(wait, closing.signal);
        wait = Math.min(2 * wait, LONGEST_RETRY_MS);
      }
    }
    firstTry();
  })();

  return {
    current: () => engine ?? (state === 'starting' ? 'starting' : 'unavailable'),
    models: () => files,
    state: () => state,
    settled,
    async close() {
      closing.abort();
      // Threads that load networks are let finish the one they are at: ending them would end the process.
      await running;
      await engine?.close();
    },
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<'aborted'>((done) => {
    if (signal.aborted) done('aborted');
    else signal.addEventListener('abort', () => done('aborted'), { once: true });
  });

/** A download is left to itself: it writes to a temporary file. */
const untilAborted = <T>(signal: AbortSignal, work: Promise<T>) => Promise.race([work, aborted(signal)]);

/** Waits, or until the signal aborts. Does not keep the process alive. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((done) => {
    timer = setTimeout(done, ms).unref();
  });
  await untilAborted(signal, over);
  clearTimeout(timer);
}
