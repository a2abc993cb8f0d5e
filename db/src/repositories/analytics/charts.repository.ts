import type { ChartRepository } from '@rollcall/core/analytics/analytics.ports';
import type {
  ArrivalTally,
  DateRange,
  DateTally,
  FallOfId,
  PersonWeekTally,
  SectionPeriodTally,
  StatusTally,
} from '@rollcall/core/analytics/analytics.types';
import type { Reach } from '@rollcall/core/kernel/access';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, intArray, oneOf, rowsOf } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { among, reached, reachedDays } from '../accounts/reach.ts';
import { dayArray } from '../days/months.ts';
import { isFinished, personParts, within } from '../rollups.ts';

const DUE = sql`count(*) filter (where d.first_in is not null or d.status in ('absent', 'unmarked'))`;
const ISO = sql`'YYYY-MM-DD'`;

const ofSection = (column: SQL, section: string | undefined): SQL =>
  section === undefined ? sql`true` : sql`${column} = ${section}`;

/** Days within reach, none of them off; `d` is their alias. */
const daysWithin = (range: DateRange, reach: Reach, section?: string): SQL =>
  sql`attendance_days d where ${within(sql`d.day`, range)} and not d.day_off and ${reachedDays(reach, sql`d`)}
    and ${ofSection(sql`d.section`, section)}`;

/**
 * Query of `day, section, present, due`: the roll-ups of the sections for an institution or an office, and the days
 * themselves for the people of a teacher's classes.
 */
function sectionDays(range: DateRange, reach: Reach): SQL {
  const rollups = sql`select day, section, present, due from section_rollups r where ${within(sql`day`, range)}`;
  if (reach.of === 'institution') return rollups;
  if (reach.of === 'sections') return sql`${rollups} and ${among(sql`r.section`, reach.sections)}`;
  return sql`select d.day, d.section, count(d.first_in) as present, ${DUE} as due
    from ${daysWithin(range, reach)} and d.section is not null group by d.day, d.section`;
}

/** Query of `day, present, due`. */
function dateTallies(range: DateRange, reach: Reach, section?: string): SQL {
  if (reach.of === 'institution' && section === undefined)
    return sql`select day, on_time + late + very_late as present,
      on_time + late + very_late + absent + unmarked as due from day_rollups where ${within(sql`day`, range)}`;
  if (reach.of === 'institution' || reach.of === 'sections')
    return sql`select day, present, due from (${sectionDays(range, reach)}) s where ${ofSection(sql`section`, section)}`;
  return sql`select d.day, count(d.first_in) as present, ${DUE} as due
    from ${daysWithin(range, reach, section)} group by d.day`;
}

/** Query of `day` and the statuses. Sections keep no split by status, so less than everybody is counted from the days. */
const statusTallies = (range: DateRange, reach: Reach, section?: string): SQL =>
  reach.of === 'institution' && section === undefined
    ? sql`select day, on_time, late + very_late as late, absent + unmarked as absent, excused
        from day_rollups where ${within(sql`day`, range)}`
    : sql`select d.day, count(*) filter (where d.status = 'on_time') as on_time,
          count(*) filter (where d.status in ('late', 'very_late')) as late,
          count(*) filter (where d.status in ('absent', 'unmarked')) as absent,
          count(*) filter (where d.status = 'excused') as excused
        from ${daysWithin(range, reach, section)} group by d.day`;

export function createChartRepository(db: Db): ChartRepository {
  return {
    statusDays: (range, reach, section) =>
      rowsOf<StatusTally>(
        db,
        sql`select to_char(day, ${ISO}) as date, sum(on_time)::int as "onTime", sum(late)::int as late,
              sum(absent)::int as absent, sum(excused)::int as excused
            from (${statusTallies(range, reach, section)}) s
            group by day having sum(on_time + late + absent + excused) > 0 order by day`,
      ),

    dates: (range, reach, section) =>
      rowsOf<DateTally>(
        db,
        sql`select to_char(day, ${ISO}) as date, sum(present)::int as present, sum(due)::int as due
            from (${dateTallies(range, reach, section)}) s group by day having sum(due) > 0 order by day`,
      ),

    sectionPeriods: (period, range, reach) =>
      rowsOf<SectionPeriodTally>(
        db,
        sql`select section, to_char(date_trunc(${period}, day::timestamp), ${ISO}) as "from",
              sum(present)::int as present, sum(due)::int as due
            from (${sectionDays(range, reach)}) s group by 1, 2 having sum(due) > 0 order by 1, 2`,
      ),

    async isClosed(date) {
      const { closed } = await oneOf<{ closed: boolean }>(db, sql`select ${isFinished(date)} as closed`);
      return closed;
    },

    async schoolDayBefore(date, withinDays) {
      const { day } = await oneOf<{ day: LocalDate | null }>(
        db,
        sql`select to_char(max(day), ${ISO}) as day from day_rollups
            where day < ${date} and day >= ${date}::date - ${withinDays}::int and on_time + late + very_late > 0`,
      );
      return day;
    },

    arrivals: (dates, everyMinutes, reach) =>
      rowsOf<ArrivalTally>(
        db,
        sql`select to_char(d.day, ${ISO}) as date,
              (d.arrival_minutes / ${everyMinutes}::int * ${everyMinutes}::int)::int as minute, count(*)::int as count,
              count(*) filter (where d.status = 'late')::int as late,
              count(*) filter (where d.status = 'very_late')::int as "veryLate"
            from attendance_days d
            where d.day = any(${dayArray(dates)}::date[])
              and not d.day_off and d.arrival_minutes is not null and ${reachedDays(reach, sql`d`)}
            group by 1, 2 order by 1, 2`,
      ),

    async falls(before, after, { points, minimumDue, limit }, reach) {
      const tally = async (range: DateRange) =>
        sql`select person_id, sum(present)::int as present, sum(due)::int as due
          from (${await personParts(db, range, reach)}) parts group by person_id having sum(due) >= ${minimumDue}::int`;
      const rows = await rowsOf<{
        personId: number;
        present: number;
        due: number;
        presentBefore: number;
        dueBefore: number;
      }>(
        db,
        sql`select p.id as "personId", a.present, a.due, b.present as "presentBefore", b.due as "dueBefore"
            from (${await tally(after)}) a join (${await tally(before)}) b on b.person_id = a.person_id
            join people p on p.id = a.person_id and p.deleted_at is null and ${reached(reach, sql`p`)}
            where b.present::float / b.due - a.present::float / a.due >= ${points}::float / 100
            order by b.present::float / b.due - a.present::float / a.due desc, ${nameOrder(sql`p.name`)}, p.id limit ${limit}`,
      );
      return rows.map(
        ({ personId, present, due, presentBefore, dueBefore }): FallOfId => ({
          personId,
          present,
          due,
          before: { present: presentBefore, due: dueBefore },
        }),
      );
    },

    weeksOf: (personIds, range) =>
      rowsOf<PersonWeekTally>(
        db,
        sql`select d.person_id as "personId", ((d.day - ${range.from}::date) / 7)::int as week,
              count(d.first_in)::int as present, ${DUE}::int as due
            from attendance_days d
            where d.person_id = any(${intArray(personIds)}::int[]) and ${within(sql`d.day`, range)} and not d.day_off
            group by 1, 2 order by 1, 2`,
      ),
  };
}
