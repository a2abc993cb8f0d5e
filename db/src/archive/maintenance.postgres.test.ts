import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { createPostgresMaintenance } from './maintenance.ts';

describe('a restore on PostgreSQL', () => {
  let test: TestDb;
  beforeAll(async () => {
    test = await openTestDb();
  });
  afterAll(() => test.close());

  it('lets go of its locks before it answers, however long its connection takes to end', async () => {
    const ended: (() => void)[] = [];
    /** A pool whose connections end when the test says so. */
    const slow = {
      query: (...call: Parameters<pg.Pool['query']>) => test.pool.query(...call),
      connect: async () => {
        const client = await test.pool.connect();
        const release = client.release.bind(client);
        client.release = (error) => void ended.push(() => release(error));
        return client;
      },
    } as unknown as pg.Pool; // what maintenance uses of it
    const [here, elsewhere] = [createPostgresMaintenance(slow), createPostgresMaintenance(test.pool)];
    const during = await here.hold(async () => [await here.isOn(), await elsewhere.isOn()]);
    expect(during).toEqual([true, true]);
    expect(await here.isOn()).toBe(false);
    await test.db.transaction(async (tx) => {
      await here.guard(tx);
      await elsewhere.guard(tx);
    });
    expect(ended).toHaveLength(1);
    for (const end of ended) end();
  });
});
