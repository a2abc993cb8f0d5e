import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Db } from '../connection.ts';

export interface OpenDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export const drizzleOn = (pool: pg.Pool): Db => drizzle(pool);

/** Connects to a PostgreSQL server, version 15 or later. */
export async function openPostgres(url: string, onError: (error: Error) => void): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 15_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'rollcall',
  });
  // Without a listener a broken idle connection (the server restarted) would end the process.
  pool.on('error', onError);
  // While a client is checked out the pool does not listen; the pending query rejects with the same error.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (major < 15) throw new Error(`PostgreSQL 15 or later is needed; this is ${major}.`);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db: drizzleOn(pool), pool, close: () => pool.end() };
}
