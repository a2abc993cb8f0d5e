import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liftTimeouts } from '../connection.ts';
import { isDatabaseUnavailable } from '../embedded/embedded-errors.ts';
import { startSilentProxy } from '../testing/silent-proxy.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { type OpenDatabase, openPostgres } from './open-postgres.ts';

/** Long enough for a busy machine to connect, short enough to wait for. */
const LIMITS = { poolSize: 2, connectMs: 3000, statementMs: 3000 };

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());

let proxy: Awaited<ReturnType<typeof startSilentProxy>>;
let database: OpenDatabase;
beforeEach(async () => {
  proxy = await startSilentProxy(test.pool.options.connectionString ?? '');
  database = await openPostgres(proxy.url, () => {}, LIMITS);
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('a PostgreSQL connection', () => {
  it('never compiles a statement, the first one and those after a loss', async () => {
    const jit = async () => (await database.pool.query('show jit')).rows;
    expect(await jit()).toEqual([{ jit: 'off' }]);
    const { rows } = await database.pool.query('select pg_backend_pid() as pid');
    await test.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => jit().catch(() => null)).toEqual([{ jit: 'off' }]);
  });
});

describe('a PostgreSQL connection that falls silent', () => {
  it('fails the queries on it as unavailable, and the next ones use new connections', async () => {
    const held = await Promise.all([database.pool.connect(), database.pool.connect()]);
    for (const client of held) client.release();
    proxy.silence();
    const lost = await Promise.all([
      failureOf(database.pool.query('select 1')),
      failureOf(database.db.transaction((tx) => tx.execute(sql`select 1`))),
    ]);
    expect(lost.map(isDatabaseUnavailable)).toEqual([true, true]);
    const [one, other] = await Promise.all([database.pool.connect(), database.pool.connect()]);
    expect((await one.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
    expect((await other.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
    one.release();
    other.release();
  });

  it('does not keep closing waiting', async () => {
    const lost = failureOf(
      database.db.transaction(async (tx) => {
        proxy.silence();
        await tx.execute(sql`select 1`);
      }),
    );
    await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(1);
    await database.close();
    expect(isDatabaseUnavailable(await lost)).toBe(true);
  });

  it('is found by the probe, which then asks on a new one', async () => {
    expect(await database.probe()).toEqual({ state: 'ok' });
    proxy.silence();
    expect(await database.probe()).toEqual({ state: 'ok' });
    proxy.silence();
    proxy.silenceNew(true);
    expect(await database.probe()).toMatchObject({ state: 'away' });
    proxy.silenceNew(false);
    expect(await database.probe()).toEqual({ state: 'ok' });
  });
});

describe('a PostgreSQL connection', () => {
  it('ends a statement at its limit, and none in a transaction whose limits are lifted', async () => {
    const slow = sql`select pg_sleep(5)`;
    expect(isDatabaseUnavailable(await failureOf(database.db.execute(slow)))).toBe(true);
    await database.db.transaction(async (tx) => {
      await liftTimeouts(tx);
      await tx.execute(slow);
    });
  });

  it('gives up a server that accepts a connection and never answers', async () => {
    proxy.silenceNew(true);
    const error = await failureOf(openPostgres(proxy.url, () => {}, LIMITS));
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it('encrypts when the address asks for it, or is refused', async () => {
    const url = new URL(proxy.url);
    url.searchParams.set('sslmode', 'verify-full');
    await expect(openPostgres(url.href, () => {}, LIMITS)).rejects.toThrow('does not support SSL');
  });

  it('is reported as read-only by the probe, and its refused writes as unavailable', async () => {
    const url = new URL(proxy.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const replica = await openPostgres(url.href, () => {}, LIMITS);
    expect(await replica.probe()).toEqual({ state: 'read_only' });
    const refused = await failureOf(replica.db.execute(sql`delete from people`));
    expect(isDatabaseUnavailable(refused)).toBe(true);
    await replica.close();
  });

  it('that works keeps the state from being away where no further one is accepted', async () => {
    const [role, password] = [`few_${randomUUID().slice(0, 8)}`, 'secret'];
    await test.pool.query(`create role ${role} login connection limit 2 password '${password}'`);
    const url = new URL(test.pool.options.connectionString ?? '');
    Object.assign(url, { username: role, password });
    const few = await openPostgres(url.href, () => {}, { ...LIMITS, poolSize: 3 });
    try {
      const held = await Promise.all([few.pool.connect(), few.pool.connect()]);
      expect(await few.probe()).toEqual({ state: 'busy' });
      for (const client of held) client.release();
      expect(await few.probe()).toEqual({ state: 'ok' });
      for (const client of await Promise.all([few.pool.connect(), few.pool.connect()])) client.release(true);
      await test.pool.query(`alter role ${role} connection limit 0`);
      await expect.poll(few.probe).toEqual({ state: 'away', reason: '53300' });
    } finally {
      await few.close();
      await test.pool.query(`drop role ${role}`);
    }
  });

  it('comes from a pool of the size that is set', () => {
    expect(database.pool.options.max).toBe(2);
  });
});
