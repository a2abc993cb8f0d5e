import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { migrate } from '@rollcall/db/migrations/migrate';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { createPool, drizzleOn, POSTGRES_DEFAULTS } from '@rollcall/db/postgres/open-postgres';
import pg from 'pg';

export const readAllMigrations = () =>
  readMigrations(fileURLToPath(new URL('../../../db/migrations', import.meta.url)));

/** Connections as the product makes them, without a time limit: filling a table with years takes minutes. */
export const benchPool = (url: string, poolSize: number) =>
  // Dropping the database ends connections that are still closing.
  createPool(url, () => {}, { ...POSTGRES_DEFAULTS, poolSize, statementMs: 0 });

/** A database of its own on a PostgreSQL server, empty, and dropped at the end. */
export async function withScratchDatabase<T>(
  url: string,
  work: (pool: pg.Pool, url: string) => Promise<T>,
): Promise<T> {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const target = new URL(url);
  target.pathname = `/${name}`;
  const { pool } = benchPool(target.href, 4);
  try {
    return await work(pool, target.href);
  } finally {
    await pool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

/** As above, with the tables of this version. */
export const withMigratedDatabase = <T>(
  url: string,
  work: (pool: pg.Pool, url: string) => Promise<T>,
): Promise<T> =>
  withScratchDatabase(url, async (pool, target) => {
    await migrate(drizzleOn(pool), await readAllMigrations());
    return work(pool, target);
  });
