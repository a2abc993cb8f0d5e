import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { bigint, customType, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testWorker } from '../testing/test-db.ts';
import { emptySeed } from '../testing/test-seed.ts';
import { openEmbedded } from './open-embedded.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const things = pgTable('embedded_values', {
  id: integer().primaryKey(),
  at: timestamp({ withTimezone: true }),
  day: date({ mode: 'string' }),
  extra: jsonb().$type<unknown>(),
  bytes: bytea(),
  tags: text().array(),
  big: bigint({ mode: 'bigint' }),
  note: text(),
});
const createTable = `create table embedded_values (id int primary key, at timestamptz, day date, extra jsonb,
  bytes bytea, tags text[], big int8, note text check (note <> 'forbidden'))`;

/** Also on PostgreSQL, where one is available: the same expectations prove that the two do not differ. */
const engines = [
  { name: 'embedded', skip: false },
  { name: 'PostgreSQL', skip: process.env.TEST_POSTGRES_URL === undefined },
];

describe.each(engines.filter((engine) => !engine.skip))('values and transactions on $name', ({ name }) => {
  let pool: pg.Pool;
  let close: () => Promise<void>;

  beforeAll(async () => {
    if (name === 'embedded') {
      const embedded = await openEmbedded({
        at: 'memory',
        seed: await emptySeed(),
        statementTimeoutMs: 0,
        ...testWorker(),
      });
      ({ pool, close } = embedded);
    } else {
      pool = new pg.Pool({ connectionString: process.env.TEST_POSTGRES_URL, max: 1 });
      close = () => pool.end();
      await pool.query('drop table if exists embedded_values');
    }
    await pool.query(createTable);
  });
  afterAll(async () => {
    await pool.query('drop table if exists embedded_values');
    await close();
  });

  it('round-trip unchanged', async () => {
    const row = {
      id: 1,
      at: new Date('2026-03-29T00:30:00.123Z'),
      day: '2026-02-28',
      extra: { nested: [1, null, 'ä"\\'], empty: {} },
      bytes: Buffer.from([0, 1, 127, 128, 255, 92, 39]),
      tags: ['one', 'two, with comma', 'quote"d', '', 'NULL', 'ä\\'],
      big: 9_223_372_036_854_775_807n,
      note: "Robert'); drop table x; -- \u{1F600}",
    };
    const db = drizzle(pool);
    await db.insert(things).values(row);
    expect(await db.select().from(things).where(eq(things.id, 1))).toEqual([row]);
  });

  it('keep null and empty values apart', async () => {
    const db = drizzle(pool);
    const nothing = { at: null, day: null, extra: null, bytes: null, tags: null, big: null, note: null };
    const empty = { ...nothing, extra: [], bytes: Buffer.alloc(0), tags: [], note: '' };
    await db.insert(things).values([
      { id: 2, ...nothing },
      { id: 3, ...empty },
    ]);
    expect(await db.select().from(things).where(eq(things.id, 2))).toEqual([{ id: 2, ...nothing }]);
    expect(await db.select().from(things).where(eq(things.id, 3))).toEqual([{ id: 3, ...empty }]);
  });

  it("have the driver's plain types without Drizzle", async () => {
    const { rows } = await pool.query(
      `select count(*) as n, 1.50::numeric as d, true as b, '2026-01-02'::timestamptz as at, array[1,2] as ints, null as none,
        '00000000-0000-0000-0000-000000000001'::uuid as id, interval '90 minutes' as span from (values (1)) v`,
    );
    expect(rows).toEqual([
      {
        n: '1',
        d: '1.50',
        b: true,
        at: expect.any(Date),
        ints: [1, 2],
        none: null,
        id: '00000000-0000-0000-0000-000000000001',
        span: expect.objectContaining({ hours: 1, minutes: 30 }),
      },
    ]);
  });

  it('commit or roll back together, with a savepoint in between', async () => {
    const db = drizzle(pool);
    await db.transaction(async (tx) => {
      await tx.insert(things).values({ id: 10 });
      await tx
        .transaction(async (inner) => {
          await inner.insert(things).values({ id: 11 });
          await inner.insert(things).values({ id: 12, note: 'forbidden' });
        })
        .catch(() => {});
      await tx.insert(things).values({ id: 13 });
    });
    await expect(
      db.transaction(async (tx) => {
        await tx.insert(things).values({ id: 20 });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    const { rows } = await pool.query('select id from embedded_values where id >= 10 order by id');
    expect(rows).toEqual([{ id: 10 }, { id: 13 }]);
  });

  it('fail with the same SQLSTATEs', async () => {
    const attempts = {
      '23505': 'insert into embedded_values (id) values (1)',
      '23514': "insert into embedded_values (id, note) values (30, 'forbidden')",
      '23502': 'insert into embedded_values (id) values (null)',
      '22P02': "select 'x'::int",
      '22003': 'select 9999999999::int',
      '22012': 'select 1/0',
      '42P01': 'select * from nowhere',
    };
    for (const [code, sql] of Object.entries(attempts)) {
      await expect(pool.query(sql)).rejects.toMatchObject({ code });
    }
  });
});
