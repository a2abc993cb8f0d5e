import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { buildServer } from '@rollcall/e2e/kit/server/global-setup';
import { startPrivatePostgres } from '../../../tools/test/private-postgres.mjs';
import { lastResult, measuredNow, saveResult } from '../shared/results.ts';
import { readAllMigrations, withMigratedDatabase, withScratchDatabase } from '../shared/scratch-database.ts';
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
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '1000000,10000000' },
    people: { type: 'string', default: '20000' },
    closing: { type: 'string', default: '100000' },
    upgrade: { type: 'string', default: '10000000' },
    backup: { type: 'string', default: '10000000' },
    postgres: { type: 'string' },
  },
});
const people = Number(values.people);

async function withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (values.postgres !== undefined) return work(values.postgres);
  const started = await startPrivatePostgres({ durable: true });
  if (!('url' in started)) throw new Error(started.reason);
  try {
    return await work(started.url);
  } finally {
    started.stop();
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

await withServer(async (server) => {
  for (const days of values.days.split(',').filter(Boolean).map(Number)) {
    say(`${days} attendance days of ${people} people`);
    await withMigratedDatabase(server, async (pool, url) => {
      await fillYears(pool, people, Math.ceil(days / people));
      const size = await measured(async () => ({
        days,
        people,
        calls: await measureGrowth(url),
        ...(await measureRemoval(pool)),
      }));
      results.sizes = withSize(results.sizes ?? [], size);
    });
    await keep();
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
