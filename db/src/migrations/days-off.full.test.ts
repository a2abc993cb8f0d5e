import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '../connection.ts';
import { rollupDifferences } from '../repositories/rollups.ts';
import { openOldSchema } from '../testing/old-schema.ts';

/** The last version before visits on days off were told apart. */
const BEFORE = 7;

let test: Awaited<ReturnType<typeof openOldSchema>>;
beforeAll(async () => {
  test = await openOldSchema(BEFORE);
});
afterAll(() => test.close());

it('an upgrade takes visits on days off out of the roll-ups, by the frame of the day or else by the calendar', async () => {
  await test.pool.query(`
    insert into people (code, name, kind, class_section, registered_on)
      select 'O-' || n, 'Old ' || n, 'student', 'A', '2026-01-01' from generate_series(1, 2) n;
    insert into holidays (day, name) values ('2026-03-04', 'Closed');
    insert into closed_days (day, closed_at)
      select d, d + time '10:00' from generate_series(date '2026-03-02', date '2026-03-08', interval '1 day') d;
    -- One person came every day from Sunday the 1st, before anything was closed, to Sunday the 8th.
    insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
      rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
    select 1, d, 'on_time', 'check_in', 'student', 'A', d + time '08:00', 480, '09:00', 15, '09:30', 60, d + time '08:00'
      from generate_series(date '2026-03-01', date '2026-03-08', interval '1 day') d;
    insert into attendance_days (person_id, day, status, source, kind, section,
      rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
    select 2, d, 'absent', 'closing', 'student', 'A', '09:00', 15, '09:30', 60, d + time '10:00'
      from unnest('{2026-03-02,2026-03-03,2026-03-05,2026-03-06}'::date[]) d;
    insert into audit (at, actor_name, action, address, detail)
      values ('2026-03-05', 'Retention', 'retention_applied', 'server', '{"attendanceDays": 7}');
  `);
  await test.upgrade();
  const off = await rowsOf<{ day: string }>(
    test.db,
    sql`select day::text from attendance_days where day_off order by day`,
  );
  expect(off.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-04', '2026-03-07', '2026-03-08']);
  expect(await rollupDifferences(test.db)).toEqual([]);
  const [sums] = await rowsOf(
    test.db,
    sql`select sum(on_time)::int as present, sum(absent)::int as absent from day_rollups`,
  );
  expect(sums).toEqual({ present: 4, absent: 4 });
  // Retention had removed attendance: nothing is derived before the first day that is left.
  expect(await rowsOf(test.db, sql`select file, since::text, before::text from emptied_days`)).toEqual([
    { file: '', since: '1900-01-01', before: '2026-03-01' },
  ]);
});
