import { addMonths, firstOfMonth, utcDayOf } from '@rollcall/core/kernel/local-date';
import type { RetainedPage, RowPlace } from '@rollcall/core/privacy/retention.ports';
import type { RetainedMonth } from '@rollcall/core/privacy/retention.types';
import { joinedMonths } from '@rollcall/core/privacy/retention-months.rules';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import type pg from 'pg';

const STEP = 1000;
/** Roll-ups are compared with all days up to so many: it reads them six times. */
const COMPARED_UP_TO = 1_000_000;
const seconds = (since: number): number => Number(((performance.now() - since) / 1000).toFixed(2));

/** Removes the two oldest whole months: the first at once, the second in steps of a thousand rows. */
export async function measureRemoval(pool: pg.Pool, days: number) {
  const db = drizzleOn(pool);
  const { retention, analytics } = createRepositories(db);
  const transact = createTransact(db);
  const { rows } = await pool.query<{ day: string }>('select min(day)::text as day from attendance_days');
  const oldest = firstOfMonth(utcDayOf(new Date(`${rows[0]?.day}T00:00:00Z`)));

  const read = async (
    month: number,
  ): Promise<{ pages: RetainedPage[]; months: readonly RetainedMonth[] }> => {
    const pages: RetainedPage[] = [];
    let months: readonly RetainedMonth[] = [];
    let after: RowPlace | null = null;
    do {
      const page: RetainedPage = await retention.page(
        'attendance_days',
        addMonths(oldest, month + 1),
        after,
        STEP,
      );
      pages.push(page);
      months = joinedMonths(months, page.months);
      after = page.last;
    } while (after);
    return { pages, months };
  };

  const [first] = (await read(0)).months;
  if (!first) throw new Error('There are no days.');
  const began = performance.now();
  const atOnce = await transact((tx) => tx.retention.removeMonth(first));
  const atOnceSeconds = seconds(began);
  if (atOnce === null) throw new Error('The month was not removed at once.');

  const { pages } = await read(1);
  const beganRows = performance.now();
  let inSteps = 0;
  for (const page of pages)
    if (page.rows.length > 0)
      inSteps += await transact((tx) => tx.retention.remove('attendance_days', page.rows));
  return {
    month_at_once: { rows: atOnce, seconds: atOnceSeconds },
    month_in_steps: { rows: inSteps, seconds: seconds(beganRows) },
    ...(days <= COMPARED_UP_TO && { differences_of_roll_ups: (await analytics.differences()).length }),
  };
}
