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
  clock.set(`${today}T23:00:00Z`);
  const began = performance.now();
  await services.closing.closeDueDays();
  const seconds = Number(((performance.now() - began) / 1000).toFixed(2));
  const { rows } = await pool.query<{ people: number }>(
    'select count(*)::int as people from attendance_days where day = $1',
    [today],
  );
  return { people: rows[0]?.people ?? 0, seconds };
}
