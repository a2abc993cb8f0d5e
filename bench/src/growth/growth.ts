import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { migrate } from '@rollcall/db/migrations/migrate';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import { buildServer } from '@rollcall/e2e/kit/server/global-setup';
import type pg from 'pg';
import { startPrivatePostgres } from '../../../tools/test/private-postgres.mjs';
import { createEnding } from '../shared/ending.ts';
import { lastResult, measuredNow, saveResult } from '../shared/results.ts';
import {
  benchPool,
  readAllMigrations,
  withMigratedDatabase,
  withScratchDatabase,
} from '../shared/scratch-database.ts';
import { fillYears } from './fill-years.ts';
import { measureBackup } from './measure-backup.ts';
import { measureGrowth } from './measure-calls.ts';
import { measureClosing } from './measure-closing.ts';
import { measureRemoval } from './measure-removal.ts';
import { measureUpgrade } from './measure-upgrade.ts';
import { type PublishedGrowth, withSize } from './tables.ts';

/**
 * `npm run bench:growth -- [--days 1000000,10000000] [--people 20000] [--closing 100000] [--upgrade 10000000]
 * [--backup 10000000] [--postgres URL]`:
 * the same calls on institutions of the same people with more and more years behind them, on a PostgreSQL of its own or the
 * given one; then a month that is removed at once and in steps, closing a day, the upgrade that divides days into months, and a backup that
 * is restored into an empty database.
 * Empty (`--days ''`), a part is left out, and its last result stays.
 * In pieces: `--fill URL --days 100000000` fills an empty database, which takes an hour; `--filled URL --days 100000000` measures
 * it, once: who marks and what is removed changes it.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '1000000,10000000' },
    people: { type: 'string', default: '20000' },
    closing: { type: 'string', default: '100000' },
    upgrade: { type: 'string', default: '10000000' },
    backup: { type: 'string', default: '10000000' },
    postgres: { type: 'string' },
    fill: { type: 'string' },
    filled: { type: 'string' },
  },
});
const people = Number(values.people);

async function withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (values.postgres !== undefined) return work(values.postgres);
  const ending = createEnding();
  const started = await startPrivatePostgres({ durable: true });
  if (!('url' in started)) throw new Error(started.reason);
  ending.add('PostgreSQL', started.stop);
  try {
    return await work(started.url);
  } finally {
    await ending.end();
  }
}

/** A part with its own day, machine and load: the parts may be of different runs. */
const measured = async <T extends object>(work: () => Promise<T>) => ({
  ...measuredNow(),
  load_before: Number(loadavg()[0]?.toFixed(2)),
  ...(await work()),
});

const results = (await lastResult('growth')) as PublishedGrowth & Record<string, unknown>; // written below
const say = (text: string) => process.stdout.write(`${text}\n`);
/** After each part: what took an hour is not lost with what comes after it. */
const keep = () => saveResult('growth', results);

const sizes = values.days.split(',').filter(Boolean).map(Number);
const fill = (pool: pg.Pool, days: number) => fillYears(pool, people, Math.ceil(days / people));

async function measureSize(pool: pg.Pool, url: string, days: number): Promise<void> {
  const size = await measured(async () => ({
    days,
    people,
    calls: await measureGrowth(url),
    ...(await measureRemoval(pool, days)),
  }));
  results.sizes = withSize(results.sizes ?? [], size);
  await keep();
}

const inPieces = values.fill ?? values.filled;
if (inPieces !== undefined) {
  const [days] = sizes;
  if (days === undefined || sizes.length > 1) throw new Error('Please name one size.');
  const { pool } = benchPool(inPieces, 4);
  try {
    if (values.fill === undefined) await measureSize(pool, inPieces, days);
    else {
      await migrate(drizzleOn(pool), await readAllMigrations());
      await fill(pool, days);
    }
  } finally {
    await pool.end();
  }
  process.exit();
}

await withServer(async (server) => {
  for (const days of sizes) {
    say(`${days} attendance days of ${people} people`);
    await withMigratedDatabase(server, async (pool, url) => {
      await fill(pool, days);
      await measureSize(pool, url, days);
    });
  }
  if (values.closing !== '') {
    say(`closing a day of ${values.closing} people`);
    results.closing = await withMigratedDatabase(server, async (pool) => {
      await fillYears(pool, Number(values.closing), 3);
      return measured(() => measureClosing(pool));
    });
    await keep();
  }
  if (values.upgrade !== '') {
    say(`upgrading ${values.upgrade} days`);
    const schoolDays = Math.ceil(Number(values.upgrade) / people);
    results.upgrade = await withScratchDatabase(server, async (pool) => {
      const migrations = await readAllMigrations();
      return measured(() => measureUpgrade(pool, migrations, { people, schoolDays }));
    });
    await keep();
  }
  if (values.backup !== '') {
    say(`backup and restore of ${values.backup} days`);
    buildServer();
    const schoolDays = Math.ceil(Number(values.backup) / people);
    results.backup = await withMigratedDatabase(server, async (pool, url) => {
      await fillYears(pool, people, schoolDays);
      return measured(() => measureBackup(server, pool, url));
    });
    await keep();
  }
});
