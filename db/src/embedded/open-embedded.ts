import { resolve } from 'node:path';
import pg from 'pg';
import { type RestartReport, startEngineHost } from './engine-host.ts';
import { createStartWorker } from './engine-worker.ts';
import { lockFolder } from './folder-lock.ts';
import { WireStream } from './wire-stream.ts';

export interface EmbeddedOptions {
  /**
   * The folder of the database (created on the first start), or memory: for tests, gone after `close`,
   * and back to its seed if a statement had to be ended.
   */
  readonly at: { readonly dataDir: string } | 'memory';
  /** A packed data folder from `createSeed`: the content of a new database, and seconds saved on initdb. */
  readonly seed?: Uint8Array;
  /** One statement may keep the only session this long (default 10 s); 0 means no limit. */
  readonly statementTimeoutMs?: number;
  readonly onRestart?: (report: RestartReport) => void;
  readonly log?: (message: string) => void;
  /**
   * The worker's entry. The default finds `embedded.worker.ts` (source) or `embedded.worker.js` (bundle)
   * beside this module; a bundler must emit the worker as an entry of its own, or pass where it put it.
   */
  readonly workerUrl?: URL;
}

export interface Embedded {
  /** One session, as the database has; a second `connect` waits for the first to be released. */
  readonly pool: pg.Pool;
  checkpoint(): Promise<void>;
  /** No time limit for statements while `work` runs: migrations, restore, vacuum. */
  withoutLimit<T>(work: () => Promise<T>): Promise<T>;
  /** Closes a database in memory and hands it over as a seed. */
  closeAsSeed(): Promise<Uint8Array>;
  /** Waits for running work, checkpoints, shuts Postgres down and frees the folder. */
  close(): Promise<void>;
}

const defaultStatementTimeoutMs = 10_000;
const drainLimitMs = 10_000;
const waitLimitMs = 20_000;

/** PGlite on a thread of its own behind the ordinary pg driver. Durable: see `DurableFs` and `assertDurable`. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const log = options.log ?? (() => {});
  const dataDir = options.at === 'memory' ? undefined : resolve(options.at.dataDir);
  const lock = dataDir === undefined ? undefined : await lockFolder(dataDir);
  try {
    const host = await startEngineHost({
      startWorker: createStartWorker({
        url: options.workerUrl ?? defaultWorkerUrl(),
        options: { dataDir, seed: options.seed },
      }),
      statementTimeoutMs: options.statementTimeoutMs ?? defaultStatementTimeoutMs,
      log,
      onRestart(report) {
        log(report.error.message);
        options.onRestart?.(report);
      },
    });
    const pool = createPool(() => new WireStream(host), log);
    let closing: Promise<void> | undefined;
    const drain = async () => {
      if (!pool.ending) await within(drainLimitMs, pool.end());
    };
    const shutDown = async () => {
      await drain();
      // Postgres writes a checkpoint as it shuts down, so the next start replays nothing.
      await host.close();
      await lock?.release();
    };
    return {
      pool,
      checkpoint: async () => void (await host.withoutLimit(() => pool.query('CHECKPOINT'))),
      withoutLimit: host.withoutLimit,
      async closeAsSeed() {
        if (dataDir !== undefined) throw new Error('Only a database in memory becomes a seed.');
        await drain();
        return host.closeAsSeed();
      },
      close() {
        closing ??= shutDown();
        return closing;
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

function createPool(stream: () => WireStream, log: (message: string) => void): pg.Pool {
  const pool = new pg.Pool({
    stream,
    max: 1,
    idleTimeoutMillis: 0,
    // Whoever asks for the session inside a transaction that holds it would wait for ever: an error is better.
    connectionTimeoutMillis: waitLimitMs,
    // Explicit, or the driver would read PGHOST, PGUSER, PGSSLMODE and the like from the environment.
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    password: 'unused',
    database: 'postgres',
    ssl: false,
  });
  pool.on('error', (error) => log(`The idle database connection was lost: ${error.message}`));
  // The pool does not listen while a client is checked out: a restart during a transaction would then
  // be an uncaught 'error' event and end the process. The waiting query gets the same error anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  // The pool would hand the open transaction to whoever comes next. Ended here, the client is dropped and
  // the session reset; `release` is emitted before the pool decides whether to keep the client.
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() === 'I') return;
    log('A database client was released inside a transaction; it was rolled back.');
    // The pool makes nothing but Clients; its types hide `end` because only the pool should call it.
    if (client instanceof pg.Client) client.end().catch(() => {});
  });
  return pool;
}

function defaultWorkerUrl(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./embedded.worker.${extension}`, import.meta.url);
}

/** A client that nobody releases must not keep the process from closing: what was acknowledged is on disk. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
