import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Db } from '../connection.ts';
import { createProbe, type DatabaseState } from './probe.ts';
import { type ConnectionLimits, watchedClient } from './watched-client.ts';

export interface PostgresOptions extends ConnectionLimits {
  readonly poolSize: number;
}

export const POSTGRES_DEFAULTS: PostgresOptions = { poolSize: 10, connectMs: 5000, statementMs: 30_000 };

export interface OpenDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** Asks for the state of the database; answers within a second or two. */
  probe(): Promise<DatabaseState>;
  close(): Promise<void>;
}

/** How long a request waits for a connection of the pool. */
const WAIT_MS = 15_000;
/** How long closing waits for connections in use before it cuts them. */
const CLOSE_MS = 5000;

/**
 * Drizzle on a pool. Its own `transaction` does not release the client when BEGIN fails (drizzle-orm issue 6023), which
 * loses a connection of the pool for ever, and answers a failed ROLLBACK instead of the failure before it.
 */
export function drizzleOn(pool: pg.Pool): Db {
  const db: Db = drizzle(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let failure: { readonly error: unknown } | undefined;
    try {
      return await drizzle(client).transaction(async (tx) => {
        try {
          return await work(tx);
        } catch (error) {
          failure = { error };
          throw error;
        }
      }, config);
    } catch (error) {
      throw failure === undefined ? error : failure.error;
    } finally {
      // A client that is not back at rest is destroyed, and with it whatever it had begun.
      client.release(client.getTransactionStatus() !== 'I');
    }
  };
  return db;
}

/** Connects to a PostgreSQL server, version 15 or later. TLS is chosen by `sslmode` in the address. */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  options: PostgresOptions = POSTGRES_DEFAULTS,
): Promise<OpenDatabase> {
  const pool = createPool(url, onError, options);
  const probe = createProbe(url, pool.pool);
  let closing: Promise<unknown> | undefined;
  const close = async () => {
    closing ??= Promise.all([pool.end(CLOSE_MS), probe.close()]);
    await closing;
  };
  try {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (major < 15) throw new Error(`PostgreSQL 15 or later is needed; this is ${major}.`);
  } catch (error) {
    await close();
    throw error;
  }
  return { db: drizzleOn(pool.pool), pool: pool.pool, probe: probe.state, close };
}

/**
 * Narrows the search path to the schema that holds Rollcall's tables, or to the first one where there are none yet, so that
 * `current_schema()` and names without a schema mean the same place. A role may have a schema of its own before `public`.
 */
const ONE_SCHEMA = `select set_config('search_path', coalesce(
  (select relnamespace::regnamespace::text from pg_class where oid = to_regclass('schema_migrations')),
  quote_ident(current_schema()), current_setting('search_path')), false)`;

/** A pool of watched connections that can be ended within a time limit. */
export function createPool(
  url: string,
  onError: (error: Error) => void,
  { poolSize, ...limits }: PostgresOptions,
) {
  const Client = watchedClient(limits);
  const clients = new Set<pg.Client>();
  const pool = new pg.Pool({
    connectionString: url,
    Client,
    max: poolSize,
    connectionTimeoutMillis: WAIT_MS,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.statementMs,
    application_name: 'rollcall',
    // Compiling a statement takes longer than any of ours saves by it, and grows with the months of a table.
    onConnect: async (client) => {
      // Known before the pool says `connect`, so that closing can cut it here too.
      if (client instanceof pg.Client) clients.add(client);
      await client.query('set jit = off');
      await client.query(ONE_SCHEMA);
    },
  });
  // Without a listener a broken idle connection (the server restarted) would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // While a client is checked out the pool does not listen; the pending query rejects with the same error.
    client.on('error', () => {});
  });
  pool.on('remove', (client) => {
    if (client instanceof pg.Client) clients.delete(client);
  });
  return {
    pool,
    query: pool.query.bind(pool),
    /** Waits for connections in use, at most `ms`, then cuts them: a hung one must not keep the process. */
    async end(ms: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((done) => {
        timer = setTimeout(done, ms);
      });
      await Promise.race([pool.end(), limit]);
      clearTimeout(timer);
      for (const client of clients) void client.end().catch(() => {});
    },
  };
}
