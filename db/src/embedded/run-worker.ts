import type { MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { closeAsSeed, openPglite } from './open-pglite.ts';
import { createOutbox } from './outbox.ts';
import { resetMessages } from './wire-frames.ts';
import type { FromWorker, ToWorker, WorkerOptions } from './worker-messages.ts';

const keptLogLines = 20;

/** The thread that owns the database: messages in, answers out, strictly one after the other. */
export async function runWorker(port: MessagePort, options: WorkerOptions): Promise<void> {
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
          post({ kind: 'data', session: message.session, bytes, done }, bytes ? [bytes.buffer] : []),
        );
        await pg.execProtocolRawStream(message.bytes, { onRawData: outbox.add, syncToFs: false });
        return outbox.finish();
      }
      case 'reset': {
        for (const bytes of resetMessages) {
          await pg.execProtocolRawStream(bytes, { onRawData: () => {}, syncToFs: false });
        }
        return post({ kind: 'data', session: message.session, bytes: undefined, done: true });
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

/** How PGlite says "an ordinary SQL error, carry on"; everything else it swallows and tries again, for ever. */
const sqlErrorStatus = 100;

/**
 * A WebAssembly trap, an abort or Postgres' own exit leaves nothing that could answer. PGlite's loop would
 * call it again without end, so the thread stops at once and the host reopens the folder.
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
