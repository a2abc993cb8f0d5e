import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testWorker } from '../testing/test-db.ts';
import { emptySeed } from '../testing/test-seed.ts';
import { type Embedded, openEmbedded } from './open-embedded.ts';
import { startUpkeep } from './upkeep.ts';

describe('upkeep of the embedded database', () => {
  let embedded: Embedded;
  let now: Date;
  const timers: { ms: number; work: () => void; stopped: boolean }[] = [];

  const begin = (log?: (message: string) => void) =>
    startUpkeep({
      embedded,
      now: () => now,
      every(ms, work) {
        const timer = { ms, work, stopped: false };
        timers.push(timer);
        return () => {
          timer.stopped = true;
        };
      },
      ...(log ? { log } : {}),
    });

  const open = async () =>
    openEmbedded({ at: 'memory', seed: await emptySeed(), statementTimeoutMs: 0, ...testWorker() });

  beforeAll(async () => {
    embedded = await open();
    await embedded.pool.query('create table "odd Name" (a int)');
  });
  afterAll(() => embedded.close());
  beforeEach(() => {
    now = new Date(2026, 4, 4, 12, 0);
    timers.length = 0;
  });

  const redo = async () =>
    (await embedded.pool.query('select redo_lsn from pg_control_checkpoint()')).rows[0].redo_lsn;
  const vacuums = async () =>
    Number(
      (await embedded.pool.query('select sum(vacuum_count)::int as n from pg_stat_user_tables')).rows[0].n,
    );

  it('checkpoints after writes, and not again until something is written', async () => {
    const upkeep = begin();
    await embedded.pool.query('insert into "odd Name" values (1)');
    const before = await redo();
    expect(await upkeep.checkpointIfWritten()).toBe(true);
    expect(await redo()).not.toBe(before);
    expect(await upkeep.checkpointIfWritten()).toBe(false);
    await embedded.pool.query('insert into "odd Name" values (2)');
    expect(await upkeep.checkpointIfWritten()).toBe(true);
  });

  it('looks again at a table that grew, so that a prepared statement stops reading all of it', async () => {
    const upkeep = begin();
    await embedded.pool.query('create table comers (id int primary key, name text)');
    await embedded.pool.query('analyze comers');
    expect(await upkeep.analyzeGrown()).not.toContain('comers');
    const find = (id: number) => embedded.pool.query('select name from comers where id = $1', [id]);
    // Planned often enough that the plan is kept: for an empty table, reading all of it.
    for (let id = 0; id < 20; id += 1) await find(id);
    const reads = async () => {
      await embedded.pool.query('select pg_stat_force_next_flush()');
      const { rows } = await embedded.pool.query<{ whole: number }>(
        `select seq_scan::int as whole from pg_stat_user_tables where relname = 'comers'`,
      );
      return rows[0]?.whole ?? 0;
    };
    await embedded.pool.query(`insert into comers select n, 'Person ' || n from generate_series(1, 5000) n`);
    const early = await reads();
    await find(1);
    expect(await reads()).toBe(early + 1);
    expect(await upkeep.analyzeGrown()).toEqual(['comers']);
    const before = await reads();
    for (let id = 1; id <= 20; id += 1) expect((await find(id)).rows).toEqual([{ name: `Person ${id}` }]);
    expect(await reads()).toBe(before);
    expect(await upkeep.analyzeGrown()).toEqual([]);
    await embedded.pool.query('drop table comers');
  });

  it('vacuums every table once a night, at 3:00', async () => {
    const upkeep = begin();
    const start = await vacuums();
    await upkeep.round();
    expect(await vacuums()).toBe(start);
    now = new Date(2026, 4, 5, 3, 2);
    await upkeep.round();
    await upkeep.round();
    expect(await vacuums()).toBe(start + 1);
    now = new Date(2026, 4, 6, 3, 2);
    await upkeep.round();
    expect(await vacuums()).toBe(start + 2);
  });

  it('vacuums by day on a machine that was off at night', async () => {
    const upkeep = begin();
    const start = await vacuums();
    now = new Date(2026, 4, 4, 13, 1);
    await upkeep.round();
    await upkeep.round();
    expect(await vacuums()).toBe(start + 1);
  });

  it('never vacuums in the morning, nor while somebody writes, until two days have passed', async () => {
    now = new Date(2026, 4, 4, 7, 0);
    const upkeep = begin();
    const start = await vacuums();
    const write = () => embedded.pool.query('insert into "odd Name" values (3)');
    for (const hour of [8, 9, 10, 11]) {
      now = new Date(2026, 4, 4, hour, 0);
      await upkeep.round();
      await upkeep.round();
    }
    now = new Date(2026, 4, 4, 13, 0);
    await write();
    await upkeep.round();
    expect(await vacuums()).toBe(start);
    now = new Date(2026, 4, 6, 13, 0);
    await write();
    await upkeep.round();
    expect(await vacuums()).toBe(start + 1);
  });

  it('runs on the injected timer until stopped', () => {
    const upkeep = begin();
    expect(timers.map((timer) => timer.ms)).toEqual([300_000, 60_000]);
    upkeep.stop();
    expect(timers.map(({ stopped }) => stopped)).toEqual([true, true]);
  });

  it('logs a failing database and does not reject', async () => {
    const lines: string[] = [];
    const broken = await open();
    await broken.close();
    const upkeep = startUpkeep({
      embedded: broken,
      now: () => now,
      every: () => () => {},
      log: (line) => lines.push(line),
    });
    await upkeep.round();
    expect(lines).toHaveLength(1);
  });
});
