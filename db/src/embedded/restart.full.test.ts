import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testWorker } from '../testing/test-db.ts';
import { emptySeed, temporaryFolder } from '../testing/test-seed.ts';
import { isDatabaseUnavailable } from './embedded-errors.ts';
import type { RestartReport } from './engine/engine-host.ts';
import { type Embedded, openEmbedded } from './open-embedded.ts';

// Runs longer than the limit below on any machine, and leaves the processor to other tests.
const endless = 'select pg_sleep(86400)';

// Long enough for an ordinary statement on a busy machine, short enough to wait for.
const limitMs = 3000;

describe('restart of the database thread', () => {
  const folder = temporaryFolder();
  const restarts: RestartReport[] = [];
  let embedded: Embedded;

  beforeAll(async () => {
    embedded = await openEmbedded({
      at: { dataDir: folder.dataDir },
      seed: await emptySeed(),
      statementTimeoutMs: limitMs,
      onRestart: (report) => restarts.push(report),
      ...testWorker(),
    });
    await embedded.withoutLimit(() => embedded.pool.query('create table t (a int primary key)'));
  });
  afterEach(() => {
    restarts.length = 0;
  });
  afterAll(async () => {
    await embedded.close();
    folder.remove();
  });

  it('rejects a statement past its limit with 57014, keeps commits and runs the waiting queries', async () => {
    await insert(1);
    const late = embedded.pool.query(endless);
    const waiting = [2, 3, 4].map((n) => embedded.pool.query('insert into t values ($1)', [n]));
    await expect(late).rejects.toMatchObject({ code: '57014', name: 'DatabaseUnavailableError' });
    await Promise.all(waiting);
    expect((await embedded.pool.query('select a from t order by a')).rows.map((row) => row.a)).toEqual([
      1, 2, 3, 4,
    ]);
    expect(restarts.map((restart) => restart.reason)).toEqual(['timeout']);
  });

  it('rolls back a Drizzle transaction that exceeds the limit, and reports the database as unavailable', async () => {
    const db = drizzle(embedded.pool);
    const error = await db
      .transaction(async (tx) => {
        await tx.execute(sql`insert into t values (10)`);
        await tx.execute(sql.raw(endless));
      })
      .catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(await count(10)).toBe(0);
  });

  it('allows a long statement inside withoutLimit, and limits again afterwards', async () => {
    const slow = "select pg_sleep($1), 'done' as word";
    const { rows } = await embedded.withoutLimit(() => embedded.pool.query(slow, [(limitMs * 1.6) / 1000]));
    expect(rows[0].word).toBe('done');
    expect(restarts).toEqual([]);
    await expect(embedded.pool.query(endless)).rejects.toMatchObject({ code: '57014' });
  });

  it('does not restart when our own event loop was blocked', async () => {
    const answer = embedded.pool.query('select 5 as n');
    await Promise.resolve();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limitMs * 1.4);
    expect((await answer).rows).toEqual([{ n: 5 }]);
    expect(restarts).toEqual([]);
  });

  it('rejects with 57P02 when Postgres stops, with 57P03 while it cannot be reopened, then recovers', async () => {
    await insert(20);
    const log = join(folder.dataDir, 'pg_wal');
    renameSync(log, `${log}.away`);
    await expect(embedded.withoutLimit(fillTheLog)).rejects.toMatchObject({ code: '57P02' });
    expect(restarts.map((restart) => restart.reason)).toEqual(['crash']);
    await expect(embedded.pool.query('select 1')).rejects.toMatchObject({ code: '57P03' });

    rmSync(log, { recursive: true, force: true });
    renameSync(`${log}.away`, log);
    await vi.waitFor(async () => {
      expect(await count(20)).toBe(1);
    }, 60_000);
  });

  it('does not end the process when the thread dies while a client is checked out', async () => {
    const client = await embedded.pool.connect();
    await client.query('begin');
    await client.query('insert into t values (30)');
    await expect(client.query(endless)).rejects.toMatchObject({ code: '57014' });
    await expect(client.query('select 1')).rejects.toThrow('not queryable');
    client.release();
    expect(await count(30)).toBe(0);
  });

  /** Without the limit, which is not tested here. */
  const insert = (a: number) =>
    embedded.withoutLimit(() => embedded.pool.query('insert into t values ($1)', [a]));

  async function count(a: number): Promise<number> {
    const sql = 'select count(*)::int as n from t where a = $1';
    const { rows } = await embedded.withoutLimit(() => embedded.pool.query<{ n: number }>(sql, [a]));
    return rows[0]?.n ?? -1;
  }

  /** Commits until a new log file is needed, which cannot be created: Postgres panics. */
  async function fillTheLog(): Promise<void> {
    for (;;) await embedded.pool.query("select pg_switch_wal(), pg_logical_emit_message(true, 'test', 'x')");
  }
});
