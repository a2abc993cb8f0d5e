import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { DataFolderError, NotDurableError } from './embedded-errors.ts';
import type { FromWorker, ToWorker, WorkerOptions } from './worker-messages.ts';

export interface EngineWorker {
  post(message: ToWorker): void;
  /** Asks Postgres to shut down properly; a thread that does not answer is ended. */
  close(): Promise<void>;
  /** Ends the thread now, whatever it is doing. */
  stop(): Promise<void>;
}

export type StartWorker = (events: {
  onMessage: (message: FromWorker) => unknown;
  onExit: (message: string) => unknown;
}) => Promise<EngineWorker>;

const closeLimitMs = 15_000;

export function createStartWorker(needs: { url: URL; options: WorkerOptions }): StartWorker {
  return (events) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(entryFor(needs.url), {
        workerData: needs.options,
        name: 'rollcall-database',
      });
      let ready = false;
      let failure = 'The database thread ended by itself.';
      const exited = new Promise<void>((done) => worker.once('exit', () => done()));

      const engine: EngineWorker = {
        post: (message) => worker.postMessage(message),
        async close() {
          worker.postMessage({ kind: 'close' } satisfies ToWorker);
          const limit = setTimeout(() => void worker.terminate(), closeLimitMs);
          await exited;
          clearTimeout(limit);
        },
        async stop() {
          await worker.terminate();
          await exited;
        },
      };

      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') {
          ready = true;
          resolve(engine);
        } else if (message.kind === 'failed') {
          reject(
            toError(message.name, startFailure('The database did not open', message.message, message.stderr)),
          );
        } else events.onMessage(message);
      });
      // Also an out-of-memory in the thread arrives here (ERR_WORKER_OUT_OF_MEMORY).
      worker.on('error', (error) => {
        failure = `The database thread failed: ${error instanceof Error ? error.message : String(error)}.`;
        reject(error);
      });
      worker.on('exit', () => {
        if (ready) events.onExit(failure);
        else reject(new Error(failure));
      });
    });
}

export function startFailure(what: string, message: string, stderr: readonly string[]): string {
  const log = stderr.length === 0 ? '' : ` Postgres said: ${stderr.slice(-5).join(' | ')}`;
  return `${what}: ${message.replace(/\.+$/, '')}.${log}`;
}

/** Errors lose their class between threads. */
function toError(name: string, message: string): Error {
  if (name === 'NotDurableError') return new NotDurableError(message);
  if (name === 'DataFolderError') return new DataFolderError(message);
  return new Error(message);
}

/**
 * Node 20 runs no TypeScript: from source (tests, development) a line of JavaScript registers tsx first.
 * `--import tsx` would be shorter, but tsx does not register itself on a thread.
 */
function entryFor(url: URL): URL {
  if (!url.pathname.endsWith('.ts')) return url;
  // `require.resolve` finds the CommonJS twin, which fails on a thread; the module lies beside it.
  const found = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const tsx = pathToFileURL(found).href;
  const boot = `import { register } from ${JSON.stringify(tsx)}; register(); await import(${JSON.stringify(url.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(boot)}`);
}
