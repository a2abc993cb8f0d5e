import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../connection.ts';
import { migratePostgres } from '../postgres/migrate-postgres.ts';
import { type OpenDatabase, openPostgres } from '../postgres/open-postgres.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { MIGRATIONS_FOLDER } from '../testing/test-seed.ts';
import { type Migration, migrate } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';

let test: TestDb;
let url: string;
let migrations: Migration[];
let database: OpenDatabase;
beforeAll(async () => {
  test = await openTestDb();
  url = test.pool.options.connectionString ?? '';
  migrations = await readMigrations(MIGRATIONS_FOLDER);
  database = await openPostgres(url, () => {}, { poolSize: 2, connectMs: 5000, statementMs: 300 });
  await test.pool.query('create table big as select n as id, n % 10 as ten from generate_series(1, 1000) n');
});
afterAll(async () => {
  await database.close();
  await test.close();
});

/** The migrations of the product and one more, each time with a new number. */
let next = 900;
const withOne = (text: string): Migration[] => {
  next += 1;
  const earlier = migrations.filter(({ version }) => version < 900);
  migrations = [...earlier, ...migrations.filter(({ version }) => version >= 900)];
  migrations.push({ version: next, name: `0${next}_test.sql`, sql: text });
  return [...migrations];
};
const newest = async () =>
  (await rowsOf<{ version: number }>(test.db, sql`select max(version) as version from schema_migrations`))[0]
    ?.version;
const validity = async (index: string) =>
  rowsOf(test.db, sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`);

describe('migrating PostgreSQL', () => {
  it('has no statement limit, even where requests and the role have one', async () => {
    const name = new URL(url).pathname.slice(1);
    await test.pool.query(`alter database ${name} set statement_timeout = '300ms'`);
    const [one, two] = [withOne('select pg_sleep(0.6)'), withOne('select pg_sleep(0.6)')];
    await migrate(database.db, one);
    await migratePostgres(url, two);
    expect(await newest()).toBe(next);
    await test.pool.query(`alter database ${name} reset statement_timeout`);
    // The limit of requests is in force again on the same connections.
    await expect(database.pool.query('select pg_sleep(0.6)')).rejects.toMatchObject({ code: '57014' });
  });

  it('waits for a server that migrates, however long, and then finds the work done', async () => {
    const messages: string[] = [];
    const all = withOne('create table made_once (id int); select pg_sleep(1)');
    await Promise.all([
      migratePostgres(url, all, { log: (message) => messages.push(message) }),
      migratePostgres(url, all, { log: (message) => messages.push(message) }),
      migrate(database.db, all, { log: (message) => messages.push(message) }),
    ]);
    expect(await newest()).toBe(next);
    expect(messages).toContain('Another server migrates the database; waiting for it.');
  });

  it('lets others pass when a table is in use, and tries again', async () => {
    const reader = await test.pool.connect();
    await reader.query('begin; select count(*) from big');
    const messages: string[] = [];
    const all = withOne('alter table big add column extra integer');
    const done = migratePostgres(url, all, { log: (message) => messages.push(message), lockMs: 200 });
    await expect.poll(() => messages.filter((text) => text.includes('in use')).length).toBeGreaterThan(1);
    // Behind an ALTER TABLE that waits without limit this would never come back.
    await test.pool.query('select count(*) from big');
    await reader.query('commit');
    reader.release();
    await done;
    await test.pool.query('select extra from big limit 1');
  });

  it('gives up after its time, with a sentence', async () => {
    const reader = await test.pool.connect();
    await reader.query('begin; select count(*) from big');
    const all = withOne('alter table big add column never integer');
    await expect(migrate(database.db, all, { lockMs: 50, giveUpMs: 0 })).rejects.toThrow(
      'another program keeps in use',
    );
    await reader.query('rollback');
    reader.release();
    migrations.pop();
  });

  it('builds indexes while a transaction writes to the table', async () => {
    const writer = await test.pool.connect();
    await writer.query('begin; insert into big values (0, 0)');
    const all = withOne('-- indexes\ncreate index if not exists big_ten on big (ten);');
    const done = migratePostgres(url, all);
    await expect.poll(() => validity('big_ten')).toEqual([{ valid: false }]);
    await test.pool.query('insert into big values (-1, 1)');
    // A second server that waits for the first does not keep it from finishing.
    const second = migratePostgres(url, all);
    await writer.query('commit');
    writer.release();
    await Promise.all([done, second]);
    expect(await validity('big_ten')).toEqual([{ valid: true }]);
    expect(await newest()).toBe(next);
  });

  it('builds an index again that an interrupted build left invalid', async () => {
    await test.pool.query('insert into big values (5, 5)');
    const text = '-- indexes\ncreate unique index if not exists big_id on big (id);';
    const all = withOne(text);
    await expect(migratePostgres(url, all)).rejects.toThrow('failed');
    expect(await validity('big_id')).toEqual([{ valid: false }]);
    await test.pool.query('delete from big where id = 5');
    await migratePostgres(url, all);
    expect(await validity('big_id')).toEqual([{ valid: true }]);
  });
});
