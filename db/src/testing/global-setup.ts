import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../migrations/migrate.ts';
import { readMigrations } from '../migrations/read-migrations.ts';
import { drizzleOn } from '../postgres/open-postgres.ts';
import { bundleWorker } from './bundle-worker.ts';
import { MIGRATIONS_FOLDER, memorySeedPath, testSeedPath } from './test-seed.ts';

/**
 * Once per run: creates the seed and the worker of the embedded database and, if a PostgreSQL is available, a template
 * database.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  process.env.TEST_SEED = await testSeedPath();
  process.env.TEST_MEMORY_SEED = await memorySeedPath();
  process.env.TEST_DATABASE_WORKER ??= await bundleWorker(
    fileURLToPath(new URL('../embedded/embedded.worker.ts', import.meta.url)),
  );
  const server = process.env.TEST_POSTGRES_URL;
  // Projects are set up one after the other, and share what the first one made.
  if (!server || process.env.TEST_TEMPLATE_URL) return undefined;
  const name = `rollcall_template_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  await migrate(drizzleOn(pool), await readMigrations(MIGRATIONS_FOLDER));
  await pool.end();
  // A database with connections cannot be copied.
  await admin.query(`alter database ${name} with allow_connections false`);
  process.env.TEST_TEMPLATE_URL = url.href;
  return async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
}
