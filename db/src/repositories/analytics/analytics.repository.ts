import type { AnalyticsRepository } from '@rollcall/core/analytics/analytics.ports';
import type {
  DateRange,
  DayTally,
  HourTally,
  NamedTally,
  SectionTally,
  TallyOfId,
  TodayTally,
} from '@rollcall/core/analytics/analytics.types';
import type { Reach } from '@rollcall/core/kernel/access';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { among, reached, reachedDays } from '../accounts/reach.ts';
import { piecesOfAll } from '../days/pieces.ts';
import {
  everybodyToday,
  monthsAndEdges,
  personParts,
  reachedToday,
  rollupDifferences,
  within,
} from '../rollups.ts';

/** `day_rollups`, or the same columns counted from the days within reach. */
const dayRollups = (range: DateRange, reach: Reach): SQL =>
  reach.of === 'institution'
    ? sql`day_rollups`
    : sql`(select day, kind = 'student' as is_student, count(*) filter (where status = 'on_time') as on_time,
          count(*) filter (where status = 'late') as late, count(*) filter (where status = 'very_late') as very_late,
          count(*) filter (where status = 'absent') as absent, count(*) filter (where status = 'unmarked') as unmarked,
          count(*) filter (where status = 'excused') as excused, coalesce(sum(arrival_minutes), 0) as arrival_sum
        from attendance_days d
        where ${within(sql`day`, range)} and not day_off and ${reachedDays(reach, sql`d`)}
        group by day, kind = 'student') counted`;

const hourRollups = (range: DateRange, reach: Reach): SQL =>
  reach.of === 'institution'
    ? sql`hour_rollups`
    : sql`(select day, arrival_minutes / 60 as hour, 1 as arrivals from attendance_days d
        where ${within(sql`day`, range)} and not day_off and arrival_minutes is not null
          and ${reachedDays(reach, sql`d`)}) counted`;

/** Sections are figures of an institution or an office; nobody else has them. */
const isSectionOf = (reach: Reach): SQL =>
  reach.of === 'institution'
    ? sql`true`
    : among(sql`r.section`, reach.of === 'sections' ? reach.sections : []);

export function createAnalyticsRepository(db: Db): AnalyticsRepository {
  /** Reads a range of roll-ups at once, and a range of days in pieces, newest first. */
  const readRange = async <Row>(
    range: DateRange,
    reach: Reach,
    read: (part: DateRange) => Promise<Row[]>,
  ): Promise<Row[][]> => {
    if (reach.of === 'institution') return [await read(range)];
    const parts: Row[][] = [];
    for (const piece of await piecesOfAll(db, range)) parts.push(await read(piece));
    return parts;
  };

  return {
    async days(range, reach) {
      const tallies = await readRange(range, reach, (part) =>
        rowsOf<DayTally>(
          db,
          sql`select to_char(day, 'YYYY-MM-DD') as date, is_student as "isStudent",
                (on_time + late + very_late)::int as present,
                (on_time + late + very_late + absent + unmarked)::int as due, excused::int as excused,
                arrival_sum::int as "arrivalSum"
              from ${dayRollups(part, reach)} where ${within(sql`day`, part)} order by day`,
        ),
      );
      return tallies.toReversed().flat();
    },

    async sections(range, reach) {
      const { months, edges } = await monthsAndEdges(db, range);
      const edgeDays = edges.map(
        (edge) =>
          sql`union all select section, present, due from section_rollups where ${within(sql`day`, edge)}`,
      );
      return rowsOf<SectionTally>(
        db,
        sql`select r.section, sum(r.present)::int as present, sum(r.due)::int as due, coalesce(max(p.people), 0)::int as people
            from (
              select section, present, due from section_months where ${within(sql`month`, months)}
              ${sql.join(edgeDays, sql` `)}
            ) r
            left join (
              select class_section, count(*) as people from people
              where class_section is not null and deleted_at is null group by class_section
            ) p on p.class_section = r.section
            where ${isSectionOf(reach)} group by r.section having sum(r.due) > 0 order by r.section`,
      );
    },

    async hours(range, reach) {
      const tallies = await readRange(range, reach, (part) =>
        rowsOf<HourTally>(
          db,
          sql`select hour::int as hour, sum(arrivals)::int as count from ${hourRollups(part, reach)}
              where ${within(sql`day`, part)} group by hour having sum(arrivals) > 0 order by hour`,
        ),
      );
      const counts = new Map<number, number>();
      for (const { hour, count } of tallies.flat()) counts.set(hour, (counts.get(hour) ?? 0) + count);
      return [...counts].map(([hour, count]) => ({ hour, count })).toSorted((a, b) => a.hour - b.hour);
    },

    async topPeople(range, limit, reach) {
      const parts = await personParts(db, range, reach);
      return rowsOf<TallyOfId>(
        db,
        // Ranked before they are sorted by name: the keys of all names take longer than all sums.
        sql`select id as "personId", present, due from (
              select p.id, p.name, t.present, t.due, rank() over (order by t.present desc) as place from (
                select person_id, sum(present)::int as present, sum(due)::int as due from (${parts}) parts group by person_id
              ) t join people p on p.id = t.person_id
              where p.deleted_at is null and t.present > 0 and ${reached(reach, sql`p`)}
            ) ranked where place <= ${limit}
            order by present desc, ${nameOrder(sql`name`)} limit ${limit}`,
      );
    },

    withNames: (tallies) =>
      rowsOf<NamedTally>(
        db,
        sql`select p.id as "personId", p.code, p.name, p.kind, p.class_section as "classSection", t.present, t.due
            from json_to_recordset(${JSON.stringify(tallies.map((tally, place) => ({ ...tally, place })))}::json)
              t ("personId" int, present int, due int, place int)
            join people p on p.id = t."personId" and p.deleted_at is null
            order by t.place`,
      ),

    peopleOn: (date, reach) =>
      rowsOf<TodayTally>(db, reach.of === 'institution' ? everybodyToday(date) : reachedToday(date, reach)),

    differences: () => rollupDifferences(db),
  };
}
