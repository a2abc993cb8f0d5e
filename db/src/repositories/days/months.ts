import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import { firstOfMonth, type LocalDate } from '@rollcall/core/kernel/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf } from '../../connection.ts';

/** A list of days as one parameter, for `any(…::date[])`, by which the planner leaves out the other months. */
export const dayArray = (days: Iterable<LocalDate>): string => `{${[...days].join(',')}}`;

/**
 * Creates the monthly tables that these days of `attendance_days` need, which is one question as long as they are there.
 * To be called before days are inserted, in the same transaction. Answers how many it created.
 */
export async function openMonths(db: Db, days: Iterable<LocalDate>): Promise<number> {
  const months = new Set([...days].map(firstOfMonth));
  if (months.size === 0) return 0;
  const { opened } = await oneOf<{ opened: number }>(
    db,
    sql`select open_attendance_months(${dayArray(months)}::date[]) as opened`,
  );
  return opened;
}

/** The first and the last of some days; null for none. */
export function spanOf(days: readonly LocalDate[]): DateRange | null {
  let [from, to] = [days[0], days[0]];
  if (from === undefined || to === undefined) return null;
  for (const day of days) {
    if (day < from) from = day;
    if (day > to) to = day;
  }
  return { from, to };
}

/**
 * Condition that holds for all of these days. Beside a comparison with the days of other rows it names the months as
 * parameters: by columns the planner leaves out none.
 */
export function withinSpan(column: SQL, days: readonly LocalDate[]): SQL {
  const span = spanOf(days);
  return span ? sql`${column} between ${span.from}::date and ${span.to}::date` : sql`false`;
}
