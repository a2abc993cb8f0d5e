import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createFolderSnapshots } from '@rollcall/db/archive/folder-snapshots';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { migrate } from '@rollcall/db/migrations/migrate';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import type pg from 'pg';
import { fillInstitution } from '../shared/fill-institution.ts';
import { lastResult, saveResult } from '../shared/results.ts';
import { readAllMigrations, withMigratedDatabase } from '../shared/scratch-database.ts';
import { measureAnalytics } from './measure-calls.ts';
import { measureToday } from './measure-today.ts';

/**
 * `npm run bench:analytics [-- --postgres URL [--only-postgres | --only-today]]`: an institution of 5,000 people with 100,000
 * and with 1,000,000 attendance days on the embedded database; with a PostgreSQL at hand, 10,000,000 there, and the pages of
 * today of 100,000 people.
 */
const PEOPLE = 5000;
const PEOPLE_TODAY = 100_000;
const SIZES = [
  { days: 100_000, schoolDays: 20 },
  { days: 1_000_000, schoolDays: 200 },
];

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
      await migrate(drizzleOn(embedded.pool), await readAllMigrations());
      await fillInstitution(embedded.pool, PEOPLE, schoolDays);
      await embedded.checkpoint();
    });
    return await measureAnalytics(embedded.pool, {
      snapshots: createFolderSnapshots({ embedded, dataDir: join(dataDir, 'postgres') }),
      unlimited: embedded.withoutLimit,
    });
  } finally {
    await embedded.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const onPostgres = <T>(
  url: string,
  people: number,
  schoolDays: number,
  measure: (pool: pg.Pool) => Promise<T>,
): Promise<T> =>
  withMigratedDatabase(url, async (pool) => {
    await fillInstitution(pool, people, schoolDays);
    return measure(pool);
  });

const { values: options } = parseArgs({
  options: {
    postgres: { type: 'string' },
    'only-postgres': { type: 'boolean', default: false },
    'only-today': { type: 'boolean', default: false },
  },
});

/** Dates each part separately, because one engine can be measured again without the other. */
const measured = async (title: string, measure: () => Promise<Record<string, unknown>>) => {
  process.stdout.write(`${title}\n`);
  return { measured_at: new Date().toISOString(), load_before: loadavg()[0], ...(await measure()) };
};

const results: Record<string, unknown> = await lastResult('analytics');
if (!options['only-postgres'] && !options['only-today']) {
  for (const { days, schoolDays } of SIZES) {
    results[`embedded_${days}`] = await measured(`embedded, ${days} attendance days`, () =>
      onEmbedded(schoolDays),
    );
  }
}
if (options.postgres !== undefined) {
  const url = options.postgres;
  if (!options['only-today'])
    results.postgres_10000000 = await measured('PostgreSQL, 10000000 attendance days', () =>
      onPostgres(url, PEOPLE, 2000, measureAnalytics),
    );
  results.postgres_today = await measured(`PostgreSQL, today of ${PEOPLE_TODAY} people`, () =>
    onPostgres(url, PEOPLE_TODAY, 3, measureToday),
  );
}
await saveResult('analytics', {
  ...results,
  people: PEOPLE,
  attendance_days: 1_000_000,
  what: `${PEOPLE} people; milliseconds per call, one after another`,
});
