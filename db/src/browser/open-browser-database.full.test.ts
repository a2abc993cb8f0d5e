import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneOf, rowsOf } from '../connection.ts';
import { memoryStore, testDisk, testEngine } from '../testing/test-db.ts';
import { BLOCK, type DatabaseDisk } from './database-disk.ts';
import { type Engine, moveDates, openBrowserDatabase } from './open-browser-database.ts';

let disk: DatabaseDisk;
let engine: Engine;
beforeAll(async () => {
  [disk, engine] = await Promise.all([testDisk(), testEngine()]);
});

const insert = (title: string) =>
  sql`insert into notices (title, content, priority, tags, created_at, author_name)
      values (${title}, 'Text', 'low', '{}', now(), 'Test')`;

describe('openBrowserDatabase', () => {
  it('reopens with everything that was flushed after a tab was closed without shutdown', async () => {
    const { store } = memoryStore();
    const first = await openBrowserDatabase(disk, store, engine);
    await first.db.execute(insert('before the checkpoint'));
    await first.checkpoint();
    await first.db.execute(insert('after it'));
    await first.flush();
    await first.db.execute(insert('never flushed'));

    const second = await openBrowserDatabase(disk, store, engine);
    const rows = await rowsOf<{ title: string }>(second.db, sql`select title from notices order by id`);
    expect(rows.map(({ title }) => title)).toEqual(['before the checkpoint', 'after it']);
    await second.db.execute(insert('on the next visit'));
    await second.flush();

    const third = await openBrowserDatabase(disk, store, engine);
    const { count } = await oneOf<{ count: number }>(
      third.db,
      sql`select count(*)::int as count from notices`,
    );
    expect(count).toBe(3);
  });

  it('shifts every date and timestamp with moveDates', async () => {
    const { db } = await openBrowserDatabase(disk, memoryStore().store, engine);
    await db.execute(sql`insert into people (code, name, username, kind, registered_on)
      values ('A', 'A', 'a', 'staff', '2026-02-27')`);
    await db.execute(sql`insert into notices (title, content, priority, tags, created_at, author_name)
      values ('T', 'T', 'low', '{}', '2026-03-01T08:30:00Z', 'T')`);
    await moveDates(db, { from: '2026-03-02', to: '2026-03-12' });
    const moved = await oneOf<{ registered: string; created: string }>(
      db,
      sql`select (select registered_on::text from people) as registered,
        (select (created_at at time zone 'UTC')::text from notices) as created`,
    );
    expect(moved).toEqual({ registered: '2026-03-09', created: '2026-03-11 08:30:00' });
  });

  it('stores changed blocks, not whole files', async () => {
    const { store, saved } = memoryStore();
    const { db, flush, checkpoint } = await openBrowserDatabase(disk, store, engine);
    await checkpoint();
    await flush();
    saved.length = 0;
    await db.execute(insert('one row'));
    await flush();
    await flush();
    const bytes = saved.map((changes) => changes.blocks.length * BLOCK);
    expect(bytes[0]).toBeGreaterThan(0);
    expect(bytes[0]).toBeLessThan(40 * BLOCK);
    expect(bytes[1]).toBe(0);
  });

  it('stores nothing after abandon', async () => {
    const { store, saved } = memoryStore();
    const { db, flush, abandon } = await openBrowserDatabase(disk, store, engine);
    await db.execute(insert('gone'));
    abandon();
    await flush();
    expect(saved).toEqual([]);
  });

  it('behaves like the pg driver: several statements in one query, rollback, constraint names in errors', async () => {
    const { store } = memoryStore();
    const { db } = await openBrowserDatabase(disk, store, engine);
    const two = db.transaction(async (tx) => {
      await tx.execute(sql`create table one (id int); insert into one values (1), (2)`);
      const rows = await rowsOf<{ id: number }>(tx, sql`select id from one order by id`);
      expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
      await tx.execute(insert('rolled back'));
      throw new Error('no');
    });
    await expect(two).rejects.toThrow('no');
    expect(await rowsOf(db, sql`select 1 from notices`)).toEqual([]);
    const person = sql`insert into people (code, name, username, kind, registered_on)
      values ('A', 'A', 'a', 'staff', current_date)`;
    await db.execute(person);
    await expect(db.execute(person)).rejects.toMatchObject({ cause: { constraint: 'people_code_key' } });
  });
});
