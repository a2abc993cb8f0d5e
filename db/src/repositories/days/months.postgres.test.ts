import { localDate } from '@rollcall/core/kernel/local-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSnapshots } from '../../archive/archive-reader.ts';
import { createRepositories } from '../../repositories.ts';
import { openMonthsBetween } from '../../testing/open-months.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';
import { openMonths } from './months.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb(6);
  await test.pool.query(
    `insert into people (id, code, name, kind, class_section, registered_on)
     select n, 'M-' || n, 'Person ' || n, 'student', 'A', '2025-01-01' from generate_series(1, 3) n`,
  );
  await openMonthsBetween(test.pool, '2026-01-01', '2026-01-31');
});
afterAll(() => test.close());

const insert = (day: string, person: number) =>
  test.pool.query(
    `insert into attendance_days (person_id, day, status, source, kind, section,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     values (${person}, '${day}', 'absent', 'closing', 'student', 'A', '09:00', 15, '09:30', 60, now())`,
  );
const isWaiting = async () =>
  (
    await test.pool.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows[0].n;
/** A transaction that stays open. */
async function begin(statement: string) {
  const client = await test.pool.connect();
  await client.query(`begin; ${statement}`);
  return {
    end: async () => {
      await client.query('commit');
      client.release();
    },
  };
}

describe('the months of attendance days on PostgreSQL', () => {
  it('are opened by two servers at once, each of which then finds its month', async () => {
    const first = await begin(`select open_attendance_months('{2026-02-01}')`);
    const second = openMonths(test.db, [localDate('2026-02-02')]);
    await expect.poll(isWaiting).toBe(1);
    await first.end();
    expect(await second).toBe(0);
    await insert('2026-02-02', 1);
  });

  it('are opened while others read and write, and do not stop them', async () => {
    const reader = await begin('select count(*) from attendance_days');
    const writer = await begin(
      `select 1 from people where id = 2 for no key update; delete from attendance_days where person_id = 2`,
    );
    const opener = await begin(`select open_attendance_months('{2026-03-01}')`);
    // The month is not there for others yet, and the rest goes on.
    await insert('2026-01-05', 1);
    expect((await test.pool.query('select count(*)::int as n from attendance_days')).rows[0].n).toBe(2);
    for (const { end } of [opener, writer, reader]) await end();
    await insert('2026-03-02', 1);
  });

  it('are not emptied under a backup that has begun, and are afterwards', async () => {
    const { retention } = createRepositories(test.db);
    const page = await retention.page('attendance_days', localDate('2026-02-01'), null, 100);
    const [january] = page.months;
    if (!january) throw new Error('There are no days in January.');
    const remove = () => test.db.transaction((tx) => createRepositories(tx).retention.removeMonth(january));
    const kept = await createSnapshots(test.db).read(async (reader) => {
      expect(await remove()).toBeNull();
      const rows: string[] = [];
      for await (const some of reader.rows('attendance_days')) rows.push(...some);
      return rows.filter((row) => row.includes('2026-01-05'));
    });
    expect(kept).toHaveLength(1);
    expect(await remove()).toBe(1);
    expect(await remove()).toBe(0);
  });

  it('are dropped another time when somebody reads the days', async () => {
    const { retention } = createRepositories(test.db);
    const exists = async () =>
      (await test.pool.query(`select to_regclass('attendance_days_2026_01') is not null as found`)).rows[0]
        .found;
    const reader = await begin('select count(*) from attendance_days');
    await retention.dropEmptyMonths(localDate('2026-02-01'));
    expect(await exists()).toBe(true);
    await reader.end();
    await retention.dropEmptyMonths(localDate('2026-02-01'));
    expect(await exists()).toBe(false);
  });
});
