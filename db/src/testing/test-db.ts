import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Db } from '../connection.ts';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { openBrowserDatabase } from '../open-browser.ts';
import { drizzleOn } from '../open-postgres.ts';
import { memoryStore, testEngine, testImage } from './test-image.ts';

export interface TestDb {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** Empties every table: a fresh database without the price of one. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Which engine a test run uses is decided outside: `TEST_DB=postgres` and `TEST_TEMPLATE_URL`, `TEST_DB=browser` for
 * PGlite's own client, else embedded.
 */
export async function openTestDb(): Promise<TestDb> {
  if (process.env.TEST_DB === 'browser') return openLikeBrowser();
  return process.env.TEST_DB === 'postgres' ? openOnPostgres() : openEmbeddedCopy();
}

async function openLikeBrowser(): Promise<TestDb> {
  const { db } = await openBrowserDatabase(await testImage(), memoryStore().store, await testEngine());
  // Tests ask a pool for nothing but `query`, and Drizzle's client has one just like it.
  const { $client } = db as unknown as { $client: pg.Pool };
  return { ...testDb($client, async () => {}), db };
}

async function openEmbeddedCopy(): Promise<TestDb> {
  const seedPath = process.env.TEST_SEED;
  if (!seedPath) throw new Error('TEST_SEED is set by the global setup of the test run.');
  const embedded = await openEmbedded({
    at: 'memory',
    seed: await readFile(seedPath),
    // On a machine that stood still for a moment it would start anew, and empty.
    statementTimeoutMs: 0,
  });
  return testDb(embedded.pool, () => embedded.close());
}

async function openOnPostgres(): Promise<TestDb> {
  const template = new URL(process.env.TEST_TEMPLATE_URL ?? '');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const adminUrl = new URL(template);
  adminUrl.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: adminUrl.href });
  await admin.connect();
  await admin.query(`create database ${name} template ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 4 });
  // The database is dropped by force at the end; a connection still saying goodbye then must not fail the run.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return testDb(pool, async () => {
    await pool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
}

function testDb(pool: pg.Pool, close: () => Promise<void>): TestDb {
  return {
    db: drizzleOn(pool),
    pool,
    close,
    async reset() {
      const { rows } = await pool.query<{ tables: string }>(
        `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
         where schemaname = 'public' and tablename <> 'schema_migrations'`,
      );
      await pool.query(`truncate ${rows[0]?.tables} restart identity cascade`);
    },
  };
}
