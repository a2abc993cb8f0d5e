import type { AnalyticsRepository } from '@rollcall/core/analytics/analytics.ports';
import type {
  DateRange,
  DayTally,
  HourTally,
  PersonTally,
  SectionTally,
  SectionToday,
} from '@rollcall/core/analytics/analytics.types';
import { addDays, addMonths, firstOfMonth, type LocalDate } from '@rollcall/core/time/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from './connection.ts';
import { rollupDifferences } from './rollup-check.ts';

const within = (column: SQL, { from, to }: DateRange): SQL => sql`${column} between ${from} and ${to}`;

/** A range as the whole months inside it and the days left over at its ends. */
function wholeMonths({ from, to }: DateRange, lastDay: LocalDate): { months: DateRange; edges: DateRange[] } {
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

export function createAnalyticsRepository(db: Db): AnalyticsRepository {
  const lastDay = async (): Promise<LocalDate> =>
    (
      await oneOf<{ day: LocalDate }>(
        db,
        sql`select coalesce(to_char(max(day), 'YYYY-MM-DD'), '2000-01-01') as day from day_rollups`,
      )
    ).day;

  return {
    days: (range) =>
      rowsOf<DayTally>(
        db,
        sql`select to_char(day, 'YYYY-MM-DD') as date, is_student as "isStudent",
              on_time + late + very_late as present,
              on_time + late + very_late + absent + unmarked as due, excused,
              arrival_sum::int as "arrivalSum"
            from day_rollups where ${within(sql`day`, range)} order by day`,
      ),

    sections: (range) =>
      rowsOf<SectionTally>(
        db,
        sql`select r.section, sum(r.present)::int as present, sum(r.due)::int as due, coalesce(max(p.people), 0)::int as people
            from section_rollups r
            left join (
              select class_section, count(*) as people from people
              where class_section is not null and deleted_at is null group by class_section
            ) p on p.class_section = r.section
            where ${within(sql`r.day`, range)} group by r.section order by r.section`,
      ),

    hours: (range) =>
      rowsOf<HourTally>(
        db,
        sql`select hour::int as hour, sum(arrivals)::int as count from hour_rollups
            where ${within(sql`day`, range)} group by hour having sum(arrivals) > 0 order by hour`,
      ),

    async topPeople(range, limit) {
      const { months, edges } = wholeMonths(range, await lastDay());
      const edgeDays = edges.map(
        (edge) => sql`union all select person_id, count(first_in),
          count(*) filter (where first_in is not null or status in ('absent', 'unmarked'))
          from attendance_days where ${within(sql`day`, edge)} group by person_id`,
      );
      return rowsOf<PersonTally>(
        db,
        sql`select p.code, p.name, p.kind, t.present, t.due from (
              select person_id, sum(present)::int as present, sum(due)::int as due from (
                select person_id, present, due from person_rollups where ${within(sql`month`, months)}
                ${sql.join(edgeDays, sql` `)}
              ) parts group by person_id
            ) t join people p on p.id = t.person_id
            where p.deleted_at is null and t.present > 0
            order by t.present desc, lower(p.name) limit ${limit}`,
      );
    },

    sectionOn: (section, date) =>
      oneOf<SectionToday>(
        db,
        sql`select (select count(*)::int from people where class_section = ${section} and deleted_at is null) as people,
              coalesce(sum(present), 0)::int as present, coalesce(sum(excused), 0)::int as excused
            from section_rollups where section = ${section} and day = ${date}`,
      ),

    differences: () => rollupDifferences(db),
  };
}
