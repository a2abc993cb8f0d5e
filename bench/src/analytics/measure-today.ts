import type pg from 'pg';
import { openFilledApp } from '../shared/filled-app.ts';
import { timed } from './measure-calls.ts';

const RUNS = 15;
/** As many marks as a large institution appends in the minute before they are added up. */
const DELTAS = 6000;

/** People arrive, each with a row of their own in the roll-ups' deltas as marks have. */
const arrive = (pool: pg.Pool, where: string) =>
  pool.query(
    `insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select id, current_date, 'on_time', 'check_in', kind, class_section, now() - id * interval '10 ms', 520, '09:00', 15, '09:30', 60, now()
     from people where kind <> 'admin' and ${where} on conflict do nothing`,
  );

/** Times the pages that show today, which everybody opens in the same minutes, as an institution fills up. */
export async function measureToday(pool: pg.Pool) {
  const { repos, asAdmin, asStudent } = await openFilledApp(pool);
  await pool.query(
    `insert into leaves (person_id, first_day, last_day, reason, noted_at)
     select id, current_date - 1, current_date + 1, 'Ill', now() from people where id % 50 = 1 and kind <> 'admin'`,
  );
  const measure = async () => {
    await pool.query('vacuum analyze');
    const read = (call: typeof asAdmin, path: string) => timed(RUNS, async () => (await call(path)).text());
    return {
      dashboard: await read(asAdmin, '/dashboard/stats'),
      absentees: await read(asAdmin, '/admin/absentees'),
      student: await read(asStudent, '/dashboard/stats'),
    };
  };
  const results: Record<string, unknown> = {};
  await pool.query('select open_attendance_months(array[current_date])');
  await arrive(pool, 'id % 1000 = 3');
  results.before_school = await measure();
  await arrive(pool, 'id % 2 = 0');
  results.half_have_come = await measure();
  await arrive(pool, 'id % 50 <> 1 and id % 40 <> 7');
  await repos.attendance.foldRollups();
  results.almost_all_have_come = await measure();
  const rollups = () => timed(RUNS, () => pool.query('select * from day_rollups where day = current_date'));
  results.rollups_of_today = await rollups();
  await pool.query(
    `insert into rollup_deltas (day, is_student, section, hour, on_time, late, very_late, absent, unmarked, excused, arrival_sum)
     select current_date, true, 'S' || (n % 120), 8, 1, 0, 0, 0, 0, 0, 520 from generate_series(1, $1) n`,
    [DELTAS],
  );
  results[`rollups_of_today_with_${DELTAS}_deltas`] = await rollups();
  return results;
}
