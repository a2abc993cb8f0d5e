import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { migrate } from '@rollcall/db/migrations/migrate';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import pg from 'pg';
import { startPrivatePostgres } from '../../../tools/test/private-postgres.mjs';
import { lastResult, saveResult } from '../shared/results.ts';
import { fillYears } from './fill-years.ts';
import { measureGrowth } from './measure-calls.ts';
import { measureClosing } from './measure-closing.ts';
import { measureRemoval } from './measure-removal.ts';
import { measureUpgrade } from './measure-upgrade.ts';

/**
 * `npm run bench:growth -- [--days 1000000,10000000] [--people 20000] [--closing 100000] [--upgrade 10000000] [--postgres URL]`:
 * the same calls on institutions of the same people with more and more years behind them, on a PostgreSQL of its own or the
 * given one; then a month that is removed at once and in steps, closing a day, and the upgrade that divides days into months.
 * Empty (`--days ''`), a part is left out, and its last result stays.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '1000000,10000000' },
    people: { type: 'string', default: '20000' },
    closing: { type: 'string', default: '100000' },
    upgrade: { type: 'string', default: '10000000' },
    postgres: { type: 'string' },
  },
});
const people = Number(values.people);
const migrations = await readMigrations(fileURLToPath(new URL('../../../db/migrations', import.meta.url)));

async function withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (values.postgres !== undefined) return work(values.postgres);
  const started = await startPrivatePostgres();
  if (!('url' in started)) throw new Error(started.reason);
  try {
    return await work(started.url);
  } finally {
    started.stop();
  }
}

async function withDatabase<T>(url: string, work: (pool: pg.Pool, url: string) => Promise<T>): Promise<T> {
  const name = `growth_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const target = new URL(url);
  target.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: target.href, max: 4 });
  pool.on('error', () => {});
  try {
    return await work(pool, target.href);
  } finally {
    await pool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

const results: Record<string, unknown> = await lastResult('growth');
const say = (text: string) => process.stdout.write(`${text}\n`);

await withServer(async (server) => {
  for (const days of values.days.split(',').filter(Boolean).map(Number)) {
    say(`${days} attendance days of ${people} people`);
    await withDatabase(server, async (pool, url) => {
      await migrate(drizzleOn(pool), migrations);
      await fillYears(pool, people, Math.ceil(days / people));
      const load = loadavg()[0];
      results[`days_${days}`] = {
        people,
        load_before: load,
        calls: await measureGrowth(url),
        ...(await measureRemoval(pool)),
      };
    });
  }
  if (values.closing !== '') {
    say(`closing a day of ${values.closing} people`);
    results.closing = await withDatabase(server, async (pool) => {
      await migrate(drizzleOn(pool), migrations);
      await fillYears(pool, Number(values.closing), 3);
      return measureClosing(pool);
    });
  }
  if (values.upgrade !== '') {
    say(`upgrading ${values.upgrade} days`);
    const schoolDays = Math.ceil(Number(values.upgrade) / people);
    results.upgrade = await withDatabase(server, (pool) =>
      measureUpgrade(pool, migrations, { people, schoolDays }),
    );
  }
});
await saveResult('growth', results);
