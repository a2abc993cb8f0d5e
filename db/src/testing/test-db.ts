import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import {
  type BlockStore,
  type Changes,
  type DatabaseDisk,
  packDisk,
  unpackDisk,
} from '../browser/database-disk.ts';
import { type Engine, openBrowserDatabase } from '../browser/open-browser-database.ts';
import type { Db } from '../connection.ts';
import { untar } from '../embedded/folder/data-folder.ts';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { drizzleOn } from '../postgres/open-postgres.ts';

/** The test run's seed as a disk, to avoid the seconds of creating one. */
export async function testDisk(): Promise<DatabaseDisk> {
  const entries = untar(await readFile(process.env.TEST_SEED ?? ''));
  return unpackDisk(
    packDisk({
      id: 'test',
      madeOn: '2026-03-02',
      migrations: [],
      folders: entries.filter(({ directory }) => directory).map(({ name }) => name.replace(/\/$/, '')),
      files: new Map(entries.filter(({ directory }) => !directory).map(({ name, bytes }) => [name, bytes])),
    }),
  );
}

export async function testEngine(): Promise<Engine> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  return {
    wasm: await WebAssembly.compile(await readFile(join(folder, 'pglite.wasm'))),
    data: new Blob([await readFile(join(folder, 'pglite.data'))]),
  };
}

/** A BlockStore in memory that records every save. */
export function memoryStore() {
  const lengths = new Map<string, number | null>();
  const blocks = new Map<string, Map<number, Uint8Array>>();
  const saved: Changes[] = [];
  const store: BlockStore = {
    load: async () => ({ lengths, blocks }),
    async save(changes) {
      saved.push(changes);
      for (const path of changes.removed) lengths.set(path, null);
      for (const { path, length } of changes.lengths) lengths.set(path, length);
      for (const { path, index, bytes } of changes.blocks)
        blocks.set(path, (blocks.get(path) ?? new Map()).set(index, bytes));
    },
  };
  return { store, saved };
}

export interface TestDb {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** Empties every table, which is faster than opening a new database. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database that the environment selects: PostgreSQL for `TEST_DB=postgres` (with
 * `TEST_TEMPLATE_URL`), PGlite's own client for `TEST_DB=browser`, else the embedded database. Only PostgreSQL has more
 * than one connection.
 */
export async function openTestDb(connections = 4): Promise<TestDb> {
  if (process.env.TEST_DB === 'browser') return openInBrowserClient();
  return process.env.TEST_DB === 'postgres' ? openOnPostgres(connections) : openEmbeddedCopy();
}

async function openInBrowserClient(): Promise<TestDb> {
  const { db } = await openBrowserDatabase(await testDisk(), memoryStore().store, await testEngine());
  // Tests use only `query` of the pool, and Drizzle's client has the same method.
  const { $client } = db as unknown as { $client: pg.Pool };
  return { ...testDb($client, async () => {}), db };
}

async function openEmbeddedCopy(): Promise<TestDb> {
  const seedPath = process.env.TEST_MEMORY_SEED;
  if (!seedPath) throw new Error('TEST_MEMORY_SEED is set by the global setup of the test run.');
  const embedded = await openEmbedded({
    at: 'memory',
    seed: await readFile(seedPath),
    // A restart after a time limit would empty the database.
    statementTimeoutMs: 0,
    ...testWorker(),
  });
  return testDb(embedded.pool, () => embedded.close());
}

/** Option of `openEmbedded`: the worker as a bundle, which does not compile TypeScript in every thread anew. */
export function testWorker(): { workerUrl: URL } {
  const path = process.env.TEST_DATABASE_WORKER;
  if (!path) throw new Error('TEST_DATABASE_WORKER is set by the global setup of the test run.');
  return { workerUrl: pathToFileURL(path) };
}

async function openOnPostgres(connections: number): Promise<TestDb> {
  const template = new URL(process.env.TEST_TEMPLATE_URL ?? '');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const adminUrl = new URL(template);
  adminUrl.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: adminUrl.href });
  await admin.connect();
  await admin.query(`create database ${name} template ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: connections });
  // The database is dropped by force at the end; a connection that is still closing must not fail the run.
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
