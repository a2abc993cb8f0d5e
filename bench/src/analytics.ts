import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { migrate } from '@rollcall/db/migrate';
import { readMigrations } from '@rollcall/db/migrations-folder';
import { drizzleOn } from '@rollcall/db/open-postgres';
import pg from 'pg';
import { fillInstitution } from './analytics-fill.ts';
import { measureAnalytics } from './analytics-measure.ts';
import { saveResult } from './results.ts';

/**
 * `npm run bench:analytics [-- --postgres URL]`: an institution of 5,000 people with 100,000 and with 1,000,000
 * attendance days on the embedded database; with a PostgreSQL at hand, 10,000,000 there.
 */
const PEOPLE = 5000;
const SIZES = [
  { days: 100_000, schoolDays: 20 },
  { days: 1_000_000, schoolDays: 200 },
];
const migrations = await readMigrations(fileURLToPath(new URL('../../db/migrations/', import.meta.url)));

async function onEmbedded(schoolDays: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-analytics-'));
  const seedFile = fileURLToPath(new URL('../../server/dist/seed.tar.gz', import.meta.url));
  const seed = await readFile(seedFile).catch(() => undefined);
  const embedded = await openEmbedded({
    at: { dataDir: join(dataDir, 'postgres') },
    ...(seed ? { seed } : {}),
  });
  try {
    await embedded.withoutLimit(async () => {
      await migrate(drizzleOn(embedded.pool), migrations);
      await fillInstitution(embedded.pool, PEOPLE, schoolDays);
      await embedded.checkpoint();
    });
    return await measureAnalytics(embedded.pool);
  } finally {
    await embedded.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function onPostgres(url: string) {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const target = new URL(url);
  target.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: target.href, max: 4 });
  try {
    await migrate(drizzleOn(pool), migrations);
    await fillInstitution(pool, PEOPLE, 2000);
    return await measureAnalytics(pool);
  } finally {
    await pool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

const results: Record<string, unknown> = {};
for (const { days, schoolDays } of SIZES) {
  process.stdout.write(`embedded, ${days} attendance days\n`);
  results[`embedded_${days}`] = await onEmbedded(schoolDays);
}
const postgres = process.argv[process.argv.indexOf('--postgres') + 1];
if (process.argv.includes('--postgres') && postgres) {
  process.stdout.write('PostgreSQL, 10000000 attendance days\n');
  results.postgres_10000000 = await onPostgres(postgres);
}
await saveResult('analytics', {
  what: `${PEOPLE} people; milliseconds per call, one after another`,
  ...results,
});
