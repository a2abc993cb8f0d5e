import { localDate } from '@rollcall/core/kernel/local-date';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../connection.ts';
import { createRepositories } from '../../repositories.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';
import { rollupDifferences } from '../rollups.ts';
import { openMonths, spanOf, withinSpan } from './months.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
  await test.pool.query(
    `insert into people (id, code, name, kind, class_section, registered_on)
     select n, 'M-' || n, 'Person ' || n, 'student', 'A', '2025-01-01' from generate_series(1, 3) n`,
  );
});
afterAll(() => test.close());

const insert = (days: string, people = '1, 2, 3') =>
  test.pool.query(
    `insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select p.id, d::date, 'on_time', 'check_in', 'student', 'A', d::date + time '09:00', 540, '09:00', 15, '09:30', 60, now()
     from people p, unnest('{${days}}'::text[]) d where p.id in (${people})
     on conflict (person_id, day) do update set status = 'late'`,
  );

const months = async (): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      test.db,
      sql`select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = 'attendance_days'::regclass order by 1`,
    )
  ).map(({ name }) => name);

const planOf = async (statement: string): Promise<string> =>
  (await rowsOf<{ 'QUERY PLAN': string }>(test.db, sql.raw(`explain ${statement}`)))
    .map((line) => line['QUERY PLAN'])
    .join('\n');

describe('the months of attendance days', () => {
  it('exist once they were opened, and take no day before', async () => {
    expect(await months()).toEqual([]);
    await expect(insert('2026-01-31')).rejects.toThrow('no partition of relation "attendance_days"');
    const days = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'].map(localDate);
    expect(await openMonths(test.db, days)).toBe(3);
    expect(await openMonths(test.db, days)).toBe(0);
    expect(await openMonths(test.db, [])).toBe(0);
    expect(await months()).toEqual([
      'attendance_days_2025_12',
      'attendance_days_2026_01',
      'attendance_days_2026_02',
    ]);
  });

  it('are followed by the roll-ups, whichever way days are inserted, replaced and removed', async () => {
    await insert('2025-12-31,2026-01-01,2026-01-31,2026-02-01');
    await insert('2026-01-31,2026-02-01', '2');
    await test.pool.query(
      `delete from attendance_days where day between '2026-01-31' and '2026-02-01' and person_id = 1`,
    );
    await createRepositories(test.db).attendance.foldRollups();
    expect(await rollupDifferences(test.db)).toEqual([]);
    const { rows } = await test.pool.query('select month::text, present from section_months order by month');
    expect(rows).toEqual([
      { month: '2025-12-01', present: 3 },
      { month: '2026-01-01', present: 5 },
      { month: '2026-02-01', present: 2 },
    ]);
    // An erased person takes the days of all months along.
    await test.pool.query('delete from people where id = 3');
    expect((await test.pool.query('select count(*)::int as days from attendance_days')).rows).toEqual([
      { days: 6 },
    ]);
    expect(await rollupDifferences(test.db)).toEqual([]);
  });

  it('are read where the days in question lie, and not elsewhere', async () => {
    const plan = await planOf(`select * from attendance_days where day = '2026-01-05'`);
    expect(plan).toContain('attendance_days_2026_01');
    expect(plan).not.toMatch(/2025_12|2026_02/);
  });

  it('are named by the span of the days, because days in other rows leave out none', async () => {
    expect(spanOf([])).toBeNull();
    const days = ['2026-02-03', '2026-01-05', '2026-01-31'].map(localDate);
    expect(spanOf(days)).toEqual({ from: '2026-01-05', to: '2026-02-03' });
    const counted = async (condition: ReturnType<typeof withinSpan>) =>
      rowsOf(test.db, sql`select count(*)::int as days from attendance_days d where ${condition}`);
    expect(await counted(withinSpan(sql`d.day`, days))).toEqual([{ days: 2 }]);
    expect(await counted(withinSpan(sql`d.day`, []))).toEqual([{ days: 0 }]);
  });

  it('are prepared a week before they begin', async () => {
    const { attendance } = createRepositories(test.db);
    await attendance.prepareMonths(localDate('2026-02-20'));
    expect(await months()).not.toContain('attendance_days_2026_03');
    await attendance.prepareMonths(localDate('2026-02-23'));
    expect(await months()).toContain('attendance_days_2026_03');
  });

  it('are dropped when they are empty and before the day, and no others', async () => {
    const { retention } = createRepositories(test.db);
    await openMonths(test.db, [localDate('2025-10-01'), localDate('2025-11-01')]);
    await retention.dropEmptyMonths(localDate('2025-11-30'));
    expect(await months()).toEqual([
      'attendance_days_2025_11',
      'attendance_days_2025_12',
      'attendance_days_2026_01',
      'attendance_days_2026_02',
      'attendance_days_2026_03',
    ]);
  });
});
