import { openTestApp } from '@rollcall/api/testing/test-app';
import { utcDayOf } from '@rollcall/core/kernel/local-date';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import type pg from 'pg';

/** Closes a day on which nobody of the institution was seen: everybody gets a verdict. */
export async function measureClosing(pool: pg.Pool) {
  const { services, clock } = await openTestApp({
    setUp: false,
    database: { db: drizzleOn(pool), pool, close: async () => {} },
  });
  const today = utcDayOf(new Date());
  await pool.query(`update institution set working_days = '{1,2,3,4,5,6,7}'`);
  // Today only, also on a Monday.
  await pool.query(
    `insert into closed_days (day, closed_at, calendar, rule_start, rule_grace, rule_cutoff, rule_auto_absent, finished_at)
     select d, d, 'off', '09:00', 15, '09:30', 60, d from generate_series($1::date - 3, $1::date - 1, interval '1 day') d
     on conflict do nothing`,
    [today],
  );
  clock.set(`${today}T23:00:00Z`);
  const began = performance.now();
  const { days } = await services.closing.closeDueDays();
  const seconds = Number(((performance.now() - began) / 1000).toFixed(2));
  const { rows } = await pool.query<{ people: number }>(
    'select count(*)::int as people from attendance_days where day = $1',
    [today],
  );
  if (days !== 1) throw new Error(`${days} days were closed.`);
  return { people: rows[0]?.people ?? 0, seconds };
}
