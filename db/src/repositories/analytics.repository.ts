import type { AnalyticsRepository } from '@rollcall/core/analytics/analytics.ports';
import type {
  DayTally,
  HourTally,
  PersonTally,
  SectionTally,
  TallyOfId,
  TodayTally,
} from '@rollcall/core/analytics/analytics.types';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../connection.ts';
import {
  everybodyToday,
  monthsAndEdges,
  personParts,
  rollupDifferences,
  sectionToday,
  within,
} from './rollups.ts';

export function createAnalyticsRepository(db: Db): AnalyticsRepository {
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

    async sections(range) {
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
            group by r.section having sum(r.due) > 0 order by r.section`,
      );
    },

    hours: (range) =>
      rowsOf<HourTally>(
        db,
        sql`select hour::int as hour, sum(arrivals)::int as count from hour_rollups
            where ${within(sql`day`, range)} group by hour having sum(arrivals) > 0 order by hour`,
      ),

    async topPeople(range, limit) {
      const parts = await personParts(db, range);
      return rowsOf<TallyOfId>(
        db,
        sql`select p.id as "personId", t.present, t.due from (
              select person_id, sum(present)::int as present, sum(due)::int as due from (${parts}) parts group by person_id
            ) t join people p on p.id = t.person_id
            where p.deleted_at is null and t.present > 0
            order by t.present desc, lower(p.name) limit ${limit}`,
      );
    },

    withNames: (tallies) =>
      rowsOf<PersonTally>(
        db,
        sql`select p.code, p.name, p.kind, t.present, t.due
            from json_to_recordset(${JSON.stringify(tallies.map((tally, place) => ({ ...tally, place })))}::json)
              t ("personId" int, present int, due int, place int)
            join people p on p.id = t."personId" and p.deleted_at is null
            order by t.place`,
      ),

    peopleOn: (date, section) =>
      rowsOf<TodayTally>(db, section === undefined ? everybodyToday(date) : sectionToday(date, section)),

    differences: () => rollupDifferences(db),
  };
}
