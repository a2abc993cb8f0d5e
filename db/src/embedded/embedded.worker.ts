import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { concatBytes } from '@rollcall/core/kernel/byte-streams';
import type { FromWorker, ToWorker, WorkerOptions } from './engine/engine-worker.ts';
import { closeAsSeed, openPglite } from './engine/open-pglite.ts';
import { resetMessages } from './engine/protocol-stream.ts';

const largestPost = 256 * 1024;

/**
 * Buffers the 8 KB pieces in which Postgres flushes its answers: a small answer becomes one message between
 * the threads, and a large one is sent in parts while the rest is still being computed, never whole in
 * memory.
 */
function createOutbox(post: (bytes: Uint8Array<ArrayBuffer> | undefined, done: boolean) => void) {
  let pieces: Uint8Array[] = [];
  let size = 0;

  function take(): Uint8Array<ArrayBuffer> | undefined {
    if (size === 0) return undefined;
    const joined = concatBytes(pieces);
    pieces = [];
    size = 0;
    return joined;
  }

  return {
    add(view: Uint8Array): void {
      // Copied: the view points into WebAssembly memory, which may be overwritten next.
      pieces.push(view.slice());
      size += view.length;
      if (size >= largestPost) post(take(), false);
    },
    finish(): void {
      post(take(), true);
    },
  };
}

const keptLogLines = 20;

/** Opens the database on this thread and executes messages from the port one after the other. */
async function runWorker(port: MessagePort, options: WorkerOptions): Promise<void> {
  const stderr: string[] = [];
  const onStderr = (line: string) => {
    stderr.push(line);
    if (stderr.length > keptLogLines) stderr.shift();
  };
  const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

  let pg: PGlite;
  try {
    pg = await openPglite(options, onStderr);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    post({ kind: 'failed', name, message, stderr });
    port.close();
    return;
  }
  stopOnCrash(pg, (message) => {
    post({ kind: 'crashed', message, stderr });
    process.exit(1);
  });

  let queue = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    queue = queue.then(() => handle(message));
  });

  async function handle(message: ToWorker): Promise<void> {
    switch (message.kind) {
      case 'batch': {
        const outbox = createOutbox((bytes, done) =>
          post({ kind: 'data', connection: message.connection, bytes, done }, bytes ? [bytes.buffer] : []),
        );
        await pg.execProtocolRawStream(message.bytes, { onRawData: outbox.add, syncToFs: false });
        return outbox.finish();
      }
      case 'reset': {
        for (const bytes of resetMessages) {
          await pg.execProtocolRawStream(bytes, { onRawData: () => {}, syncToFs: false });
        }
        return post({ kind: 'data', connection: message.connection, bytes: undefined, done: true });
      }
      case 'close-as-seed': {
        post({ kind: 'seed', bytes: await closeAsSeed(pg) });
        return port.close();
      }
      case 'close': {
        await pg.close();
        return port.close();
      }
    }
  }

  post({ kind: 'ready' });
}

/**
 * Exit status with which PGlite reports an ordinary SQL error. It swallows every other one and retries
 * endlessly.
 */
const sqlErrorStatus = 100;

/**
 * Calls `stop` on a WebAssembly trap, an abort or an exit of Postgres. PGlite's loop would call the dead
 * engine again without end; stopping the thread lets the host reopen the folder.
 */
function stopOnCrash(pg: PGlite, stop: (message: string) => void): void {
  const mod = pg.Module;
  const mainLoopOnce = mod._PostgresMainLoopOnce;
  mod._PostgresMainLoopOnce = () => {
    try {
      mainLoopOnce();
    } catch (error) {
      const status =
        typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
      if (status !== sqlErrorStatus)
        stop(error instanceof Error ? error.message : `exit status ${String(status)}`);
      throw error;
    }
  };
}

if (parentPort === null) throw new Error('embedded.worker runs as a worker thread only');
await runWorker(parentPort, workerData);
