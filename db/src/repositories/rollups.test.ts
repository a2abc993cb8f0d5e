import { INSTITUTION, type Reach } from '@rollcall/core/kernel/access';
import { eachDay, type LocalDate, localDate } from '@rollcall/core/kernel/local-date';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../connection.ts';
import { openMonthsBetween } from '../testing/open-months.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { partOfMonth, personParts } from './rollups.ts';

let test: TestDb;
let personId: number;

/** One person from January to March 2026: absent on the 10th, 20th and 30th, visits on Saturdays, else present. */
beforeAll(async () => {
  test = await openTestDb();
  await openMonthsBetween(test.pool, '2026-01-01', '2026-03-31');
  const { rows } = await test.pool.query(
    `insert into people (code, name, kind, registered_on) values ('R-1', 'Ro', 'staff', '2025-12-31') returning id`,
  );
  personId = rows[0].id;
  await test.pool.query(
    `insert into attendance_days (person_id, day, status, source, kind, first_in, arrival_minutes, day_off,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select $1, d, case when is_absent then 'absent' else 'on_time' end, 'check_in', 'staff',
       case when not is_absent then d + time '08:00' end, case when not is_absent then 480 end,
       extract(isodow from d) = 6, '09:00', 15, '09:30', 60, now()
     from (select d::date as d, extract(day from d) in (10, 20, 30) as is_absent
       from generate_series(date '2026-01-01', date '2026-03-31', interval '1 day') d) days`,
    [personId],
  );
});
afterAll(() => test.close());

const sumOf = async (from: LocalDate, to: LocalDate, reach: Reach = INSTITUTION) => {
  const parts = await personParts(test.db, { from, to }, reach);
  const [row] = await rowsOf<{ present: number; due: number }>(
    test.db,
    sql`select sum(present)::int as present, sum(due)::int as due from (${parts}) parts`,
  );
  return [row?.present ?? 0, row?.due ?? 0];
};

const counted = async (from: LocalDate, to: LocalDate) => {
  const { rows } = await test.pool.query(
    `select count(first_in)::int as present, count(*)::int as due from attendance_days
     where day between $1 and $2 and not day_off`,
    [from, to],
  );
  return [rows[0].present, rows[0].due];
};

describe('the days of people over a range', () => {
  it('agree with the days themselves, wherever the range begins and ends', async () => {
    const days = eachDay(localDate('2026-01-01'), localDate('2026-03-31')).filter(
      (_, index) => index % 10 === 0,
    );
    for (const from of days) {
      for (const to of days.filter((day) => day >= from)) {
        expect([from, to, await sumOf(from, to)]).toEqual([from, to, await counted(from, to)]);
      }
    }
  });

  it('are those of the people within reach', async () => {
    const [from, to] = [localDate('2026-01-20'), localDate('2026-03-12')];
    const all = await counted(from, to);
    expect(await sumOf(from, to, { of: 'self', personId })).toEqual(all);
    expect(await sumOf(from, to, { of: 'self', personId: personId + 1 })).toEqual([0, 0]);
    expect(await sumOf(from, to, { of: 'sections', sections: [] })).toEqual([0, 0]);
  });

  it('are read from at most half a month at each end', () => {
    const part = (from: string, to: string) => partOfMonth({ from: localDate(from), to: localDate(to) });
    expect(part('2026-01-10', '2026-01-31')).toEqual({
      month: '2026-01-01',
      add: [],
      less: [{ from: '2026-01-01', to: '2026-01-09' }],
    });
    expect(part('2026-02-05', '2026-02-10')).toEqual({
      month: null,
      add: [{ from: '2026-02-05', to: '2026-02-10' }],
      less: [],
    });
  });
});
