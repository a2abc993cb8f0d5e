import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { DataFolderError, messageOf, NotDurableError } from '../embedded-errors.ts';

/** Worker data for opening the database; it must survive structured cloning. */
export interface WorkerOptions {
  /** The database's folder; undefined for a database in memory. */
  readonly dataDir: string | undefined;
  /** A data folder packed by `createSeed` (tar, or tar.gz). Without it the worker runs initdb itself. */
  readonly seed: Uint8Array | undefined;
}

export type ToWorker =
  /** Complete protocol messages, ending with one that the server answers. */
  | { readonly kind: 'batch'; readonly connection: number; readonly bytes: Uint8Array }
  /** The client disconnected: roll back and discard its state, as for a new connection. */
  | { readonly kind: 'reset'; readonly connection: number }
  | { readonly kind: 'close-as-seed' }
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly message: string;
      readonly stderr: readonly string[];
    }
  /** Part of an answer; `done` marks the end of the oldest unanswered batch or reset. */
  | {
      readonly kind: 'data';
      readonly connection: number;
      readonly bytes: Uint8Array | undefined;
      readonly done: boolean;
    }
  | { readonly kind: 'seed'; readonly bytes: Uint8Array }
  | { readonly kind: 'crashed'; readonly message: string; readonly stderr: readonly string[] };

export interface EngineWorker {
  post(message: ToWorker): void;
  /** Shuts Postgres down cleanly; terminates the thread if that takes too long. */
  close(): Promise<void>;
  /** Terminates the thread immediately. */
  stop(): Promise<void>;
}

export type StartWorker = (events: {
  onMessage: (message: FromWorker) => unknown;
  onExit: (message: string) => unknown;
}) => Promise<EngineWorker>;

const closeLimitMs = 15_000;

/** Starts the database thread and resolves once the database is open. */
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
            toError(message.name, failureText('The database did not open', message.message, message.stderr)),
          );
        } else events.onMessage(message);
      });
      // Running out of memory in the thread arrives here too (ERR_WORKER_OUT_OF_MEMORY).
      worker.on('error', (error) => {
        failure = `The database thread failed: ${messageOf(error)}.`;
        reject(error);
      });
      worker.on('exit', () => {
        if (ready) events.onExit(failure);
        else reject(new Error(failure));
      });
    });
}

export function failureText(what: string, message: string, stderr: readonly string[]): string {
  const log = stderr.length === 0 ? '' : ` Postgres said: ${stderr.slice(-5).join(' | ')}`;
  return `${what}: ${message.replace(/\.+$/, '')}.${log}`;
}

/** Restores the error class, which structured cloning between threads drops. */
function toError(name: string, message: string): Error {
  if (name === 'NotDurableError') return new NotDurableError(message);
  if (name === 'DataFolderError') return new DataFolderError(message);
  return new Error(message);
}

/**
 * Wraps a TypeScript worker entry in a line of JavaScript that registers tsx, because Node 20 cannot run
 * TypeScript. `--import tsx` would be shorter, but tsx does not register itself on a worker thread.
 */
function entryFor(url: URL): URL {
  if (!url.pathname.endsWith('.ts')) return url;
  // `require.resolve` finds the CommonJS build, which fails on a thread; the ES module lies beside it.
  const found = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const tsx = pathToFileURL(found).href;
  const boot = `import { register } from ${JSON.stringify(tsx)}; register(); await import(${JSON.stringify(url.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(boot)}`);
}
