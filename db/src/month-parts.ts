import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import { addDays, addMonths, firstOfMonth, type LocalDate } from '@rollcall/core/time/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf } from './connection.ts';

export const within = (column: SQL, { from, to }: DateRange): SQL => sql`${column} between ${from} and ${to}`;

interface Parts {
  readonly months: DateRange;
  readonly edges: readonly DateRange[];
}

/** A range as the whole months inside it and the days left over at its ends. */
function wholeMonths({ from, to }: DateRange, lastDay: LocalDate): Parts {
  const first = from === firstOfMonth(from) ? from : addMonths(firstOfMonth(from), 1);
  // Nothing lies behind the last day, so a month that ends after it counts as whole.
  const end = to >= lastDay ? addMonths(firstOfMonth(to), 1) : firstOfMonth(addDays(to, 1));
  if (first >= end) return { months: { from: first, to: addDays(first, -1) }, edges: [{ from, to }] };
  const edges = [
    { from, to: addDays(first, -1) },
    { from: end, to },
  ].filter((edge) => edge.from <= edge.to);
  return { months: { from: first, to: addDays(end, -1) }, edges };
}

export async function monthsAndEdges(db: Db, range: DateRange): Promise<Parts> {
  const { day } = await oneOf<{ day: LocalDate }>(
    db,
    sql`select coalesce(to_char(max(day), 'YYYY-MM-DD'), '2000-01-01') as day from day_rollups`,
  );
  return wholeMonths(range, day);
}

/** Rows of `person_id, present, due` that add up to everyone's range: months from the roll-up, edges from the days. */
export async function personParts(db: Db, range: DateRange): Promise<SQL> {
  const { months, edges } = await monthsAndEdges(db, range);
  const edgeDays = edges.map(
    (edge) => sql`union all select person_id, count(first_in),
      count(*) filter (where first_in is not null or status in ('absent', 'unmarked'))
      from attendance_days where ${within(sql`day`, edge)} group by person_id`,
  );
  return sql`select person_id, present, due from person_rollups where ${within(sql`month`, months)}
    ${sql.join(edgeDays, sql` `)}`;
}
