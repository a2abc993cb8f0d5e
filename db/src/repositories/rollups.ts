import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import { addDays, addMonths, firstOfMonth, type LocalDate } from '@rollcall/core/kernel/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../connection.ts';

export const within = (column: SQL, { from, to }: DateRange): SQL => sql`${column} between ${from} and ${to}`;

/** Counts the days on which a person was due. */
const DUE = sql`count(*) filter (where first_in is not null or status in ('absent', 'unmarked'))`;

interface Parts {
  readonly months: DateRange;
  readonly edges: readonly DateRange[];
}

/** Splits a range into the whole months inside it and the remaining days at its ends. */
function wholeMonths({ from, to }: DateRange, lastDay: LocalDate): Parts {
  const first = from === firstOfMonth(from) ? from : addMonths(firstOfMonth(from), 1);
  // There are no days after the last one, so a month that ends later counts as whole.
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

/**
 * Query of `person_id, present, due` whose sums cover the range: months from person_rollups, edges from the
 * days.
 */
export async function personParts(db: Db, range: DateRange): Promise<SQL> {
  const { months, edges } = await monthsAndEdges(db, range);
  const edgeDays = edges.map(
    (edge) => sql`union all select person_id, count(first_in),
      ${DUE}
      from attendance_days where ${within(sql`day`, edge)} group by person_id`,
  );
  return sql`select person_id, present, due from person_rollups where ${within(sql`month`, months)}
    ${sql.join(edgeDays, sql` `)}`;
}

/** Each roll-up, and the same figures counted from attendance_days. */
const CHECKS: Record<string, { kept: SQL; counted: SQL }> = {
  day_rollups: {
    kept: sql`select day::text || ' ' || is_student as key,
        concat_ws(' ', on_time, late, very_late, absent, unmarked, excused, arrival_sum) as value
      from day_rollups where on_time + late + very_late + absent + unmarked + excused > 0`,
    counted: sql`select day::text || ' ' || (kind = 'student') as key,
        concat_ws(' ', count(*) filter (where status = 'on_time'), count(*) filter (where status = 'late'),
          count(*) filter (where status = 'very_late'), count(*) filter (where status = 'absent'),
          count(*) filter (where status = 'unmarked'), count(*) filter (where status = 'excused'),
          coalesce(sum(arrival_minutes), 0)) as value
      from attendance_days group by day, kind = 'student'`,
  },
  section_rollups: {
    kept: sql`select day::text || ' ' || section as key, concat_ws(' ', present, due, excused) as value
      from section_rollups where present + due + excused > 0`,
    counted: sql`select day::text || ' ' || section as key,
        concat_ws(' ', count(first_in),
          ${DUE},
          count(*) filter (where status = 'excused')) as value
      from attendance_days where section is not null group by day, section`,
  },
  section_months: {
    kept: sql`select month::text || ' ' || section as key, concat_ws(' ', present, due) as value
      from section_months where present + due > 0`,
    counted: sql`select date_trunc('month', day)::date::text || ' ' || section as key,
        concat_ws(' ', count(first_in), ${DUE}) as value
      from attendance_days where section is not null and status not in ('excused', 'holiday', 'not_due')
      group by date_trunc('month', day), section`,
  },
  hour_rollups: {
    kept: sql`select day::text || ' ' || hour as key, arrivals::text as value from hour_rollups where arrivals > 0`,
    counted: sql`select day::text || ' ' || (arrival_minutes / 60) as key, count(*)::text as value
      from attendance_days where arrival_minutes is not null group by day, arrival_minutes / 60`,
  },
  person_rollups: {
    kept: sql`select person_id || ' ' || month as key, concat_ws(' ', present, due, on_time) as value
      from person_rollups where present + due > 0`,
    counted: sql`select person_id || ' ' || date_trunc('month', day)::date as key,
        concat_ws(' ', count(first_in),
          ${DUE},
          count(*) filter (where status = 'on_time')) as value
      from attendance_days where status not in ('excused', 'holiday', 'not_due')
      group by person_id, date_trunc('month', day)`,
  },
};

const SHOWN = 20;

/**
 * Lists differences between the roll-ups and the days. One statement per roll-up, so that marking can
 * continue.
 */
export function rollupDifferences(db: Db): Promise<string[]> {
  return db.transaction(async (tx) => {
    // Counting ten million days takes longer than the statement timeout.
    await tx.execute(sql`set local statement_timeout = 0`);
    const found: string[] = [];
    for (const [name, { kept, counted }] of Object.entries(CHECKS)) {
      const rows = await rowsOf<{ key: string; kept: string | null; counted: string | null }>(
        tx,
        sql`select coalesce(k.key, c.key) as key, k.value as kept, c.value as counted
            from (${kept}) k full join (${counted}) c on c.key = k.key
            where k.value is distinct from c.value limit ${SHOWN}`,
      );
      found.push(
        ...rows.map(
          (row) => `${name} ${row.key}: kept ${row.kept ?? 'nothing'}, counted ${row.counted ?? 'nothing'}`,
        ),
      );
    }
    return found;
  });
}
