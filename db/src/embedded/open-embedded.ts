import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { type RestartReport, startEngineHost } from './engine/engine-host.ts';
import { createStartWorker } from './engine/engine-worker.ts';
import { ProtocolStream } from './engine/protocol-stream.ts';
import { lockFolder } from './folder/folder-lock.ts';
import { namingClient } from './named-statements.ts';

export interface EmbeddedOptions {
  /**
   * The database's folder (created on the first start), or memory. A database in memory is gone after
   * `close`, and returns to its seed when a statement exceeds the time limit.
   */
  readonly at: { readonly dataDir: string } | 'memory';
  /** A data folder packed by `createSeed`: the content of a new database. Saves the seconds of initdb. */
  readonly seed?: Uint8Array;
  /** Time limit of one statement (default 10 s); 0 means no limit. */
  readonly statementTimeoutMs?: number;
  readonly onRestart?: (report: RestartReport) => void;
  readonly log?: (message: string) => void;
  /**
   * The worker's entry. The default is `embedded.worker.ts` (source) or `embedded.worker.js` (bundle) beside
   * this module, so a bundler must emit the worker there as a separate entry.
   */
  readonly workerUrl?: URL;
}

export interface Embedded {
  /**
   * A pool of one connection, which is all the database has; a second `connect` waits for the first release.
   */
  readonly pool: pg.Pool;
  checkpoint(): Promise<void>;
  /** Lifts the statement time limit while `work` runs: migrations, restore, vacuum. */
  withoutLimit<T>(work: () => Promise<T>): Promise<T>;
  /** Closes a database in memory and returns its data folder as a seed. */
  closeAsSeed(): Promise<Uint8Array>;
  /** Waits for running work, shuts Postgres down with a checkpoint and releases the folder. */
  close(): Promise<void>;
}

const defaultStatementTimeoutMs = 10_000;
const drainLimitMs = 10_000;
const waitLimitMs = 20_000;

/**
 * Opens PGlite on a worker thread behind a pg pool. In a folder it is durable: see `DurableFs` and
 * `assertDurable`.
 */
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
    const pool = createPool(() => new ProtocolStream(host), log);
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

function createPool(stream: () => ProtocolStream, log: (message: string) => void): pg.Pool {
  const pool = new pg.Pool({
    Client: namingClient(),
    stream,
    max: 1,
    idleTimeoutMillis: 0,
    // Asking for a connection inside a transaction that holds the only one would wait for ever: fail instead.
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
  // The pool does not listen while a client is checked out: a restart during a transaction would be an
  // uncaught 'error' event and end the process. The pending query rejects with the same error.
  pool.on('connect', (client) => client.on('error', () => {}));
  // The pool would hand the open transaction to the next caller. Ending the client drops it and resets the
  // connection; `release` is emitted before the pool decides whether to keep the client.
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() === 'I') return;
    log('A database client was released inside a transaction; it was rolled back.');
    // The pool creates only Clients; its types hide `end` because only the pool should call it.
    if (client instanceof pg.Client) client.end().catch(() => {});
  });
  return pool;
}

function defaultWorkerUrl(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./embedded.worker.${extension}`, import.meta.url);
}

/**
 * Waits at most `ms`: a client that is never released must not block closing. Acknowledged writes are on
 * disk.
 */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

/**
 * Creates a packed data folder for `openEmbedded`, with the schema that `prepare` writes. initdb takes
 * several seconds of CPU; loading a seed takes about one.
 */
export async function createSeed(
  prepare: (pool: pg.Pool) => Promise<void> = async () => {},
  options: { compress?: boolean; workerUrl?: URL } = {},
): Promise<Uint8Array> {
  const { workerUrl, compress = true } = options;
  const embedded = await openEmbedded({
    at: 'memory',
    statementTimeoutMs: 0,
    ...(workerUrl === undefined ? {} : { workerUrl }),
  });
  try {
    await prepare(embedded.pool);
    const tar = await embedded.closeAsSeed();
    return compress ? gzipSync(tar, { level: 6 }) : tar;
  } finally {
    await embedded.close();
  }
}
