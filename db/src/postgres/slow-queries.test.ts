import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { drizzleOn } from './open-postgres.ts';
import { reportSlowQueries, type SlowQuery } from './slow-queries.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());

it('reports slow statements without their values, from the pool and from transactions', async () => {
  const slow: SlowQuery[] = [];
  reportSlowQueries(test.pool, { limitMs: 0, report: (query) => slow.push(query) });
  // Connections opened before are not watched.
  const held = await test.pool.connect();
  held.release(true);
  await test.pool.query('select $1::text as secret', ['Ada Lovelace']);
  await drizzleOn(test.pool).transaction((tx) => tx.execute(sql`select ${'Grace Hopper'}::text`));
  await expect(test.pool.query('select nonsense')).rejects.toThrow();
  const statements = slow.map(({ statement }) => statement);
  expect(statements).toEqual([
    'select $1::text as secret',
    'begin',
    'select $1::text',
    'commit',
    'select nonsense',
  ]);
  expect(slow.every(({ ms }) => ms >= 0)).toBe(true);
});
