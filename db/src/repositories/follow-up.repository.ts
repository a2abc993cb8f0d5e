import type {
  DayFilter,
  FollowUpRepository,
  MissingInARow,
  MissingPerson,
} from '@rollcall/core/analytics/analytics.ports';
import type { PersonTally } from '@rollcall/core/analytics/analytics.types';
import type { DayKey } from '@rollcall/core/attendance/attendance.types';
import type { Reach } from '@rollcall/core/kernel/access';
import { addDays, type LocalDate } from '@rollcall/core/kernel/local-date';
import { and, asc, between, desc, eq, gt, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../connection.ts';
import { nameOrder } from '../name-order.ts';
import { attendanceDays } from '../schema/attendance.schema.ts';
import { people } from '../schema/institution.schema.ts';
import { reached, reachedDays } from './accounts/reach.ts';
import { DAY_WITH_OWNER, dayWithOwner } from './attendance.repository.ts';
import { missingPeople, personParts } from './rollups.ts';

const MAX_COUNTED = 10_000;

const PERSON = sql`p.code, p.name, p.kind, p.class_section as "classSection"`;
/** Absences in a row are counted in so many days before they are in earlier ones, of those who were not seen in these. */
const DAYS_IN_A_ROW = 62;

/** The last working day on which everybody has a verdict. Before the first day is closed, absences come from imports. */
async function lastDayOfAbsences(db: Db): Promise<LocalDate | null> {
  const { closed } = await oneOf<{ closed: LocalDate | null }>(
    db,
    sql`select to_char(max(day), 'YYYY-MM-DD') as closed from closed_days
        where calendar = 'open' and finished_at is not null and reopened_at is null`,
  );
  if (closed !== null) return closed;
  const { imported } = await oneOf<{ imported: LocalDate | null }>(
    db,
    sql`select to_char(max(day), 'YYYY-MM-DD') as imported from attendance_days
        where first_in is null and source in ('import', 'closing')`,
  );
  return imported;
}

function withStatus(status: NonNullable<DayFilter['status']>): SQL {
  switch (status) {
    case 'present':
      return isNotNull(attendanceDays.firstIn);
    // The figures that these stand behind leave days off out.
    case 'any_late':
      return sql`${inArray(attendanceDays.status, ['late', 'very_late'])} and not ${attendanceDays.isDayOff}`;
    case 'missing':
      return sql`${inArray(attendanceDays.status, ['absent', 'unmarked'])} and not ${attendanceDays.isDayOff}`;
    default:
      return eq(attendanceDays.status, status);
  }
}

function matching({ from, to, section, status, weekday }: DayFilter, reach: Reach): SQL | undefined {
  return and(
    reachedDays(reach, sql`attendance_days`),
    between(attendanceDays.day, from, to),
    section ? eq(attendanceDays.section, section) : undefined,
    status && withStatus(status),
    weekday ? sql`extract(isodow from ${attendanceDays.day}) = ${weekday}` : undefined,
  );
}

/** Days that come after this one in the list, newest first. */
const isAfter = ({ personId, date }: DayKey): SQL | undefined =>
  and(lte(attendanceDays.day, date), or(lt(attendanceDays.day, date), gt(attendanceDays.personId, personId)));

export function createFollowUpRepository(db: Db): FollowUpRepository {
  return {
    missingOn: (date, reach, page) => rowsOf<MissingPerson>(db, missingPeople(date, reach, page)),

    // Starts from the people missing on the last closed day, so the cost grows with the result.
    async missingInARow(atLeast, limit, reach) {
      const lastDay = await lastDayOfAbsences(db);
      if (lastDay === null) return [];
      const since = sql`${addDays(lastDay, -DAYS_IN_A_ROW)}::date`;
      /** The last day of the person that is like this, in the days since, else in all before. */
      const lastOf = (condition: SQL): SQL => {
        const found = (when: SQL) => sql`(select d.day from attendance_days d
          where d.person_id = p.id and ${condition} and d.day ${when} ${since} order by d.day desc limit 1)`;
        return sql`coalesce(${found(sql`>=`)}, ${found(sql`<`)})`;
      };
      const missed = (when: SQL): SQL => sql`(select count(*) from attendance_days d
        where d.person_id = p.id and d.status in ('absent', 'unmarked') and not d.day_off
          and d.day ${when} ${since} and d.day > coalesce(due.day, '-infinity'))`;
      return rowsOf<MissingInARow>(
        db,
        sql`select ${PERSON}, run.days, to_char(${lastOf(sql`d.first_in is not null`)}, 'YYYY-MM-DD') as "lastSeenOn"
            from attendance_days last join people p on p.id = last.person_id and p.deleted_at is null
            cross join lateral (select ${lastOf(sql`d.first_in is not null and not d.day_off`)} as day) due
            cross join lateral (
              select (${missed(sql`>=`)} + case when due.day >= ${since} then 0 else ${missed(sql`<`)} end)::int as days
            ) run
            where last.day = ${lastDay} and last.status in ('absent', 'unmarked') and run.days >= ${atLeast}
              and ${reached(reach, sql`p`)}
            order by run.days desc, ${nameOrder(sql`p.name`)} limit ${limit}`,
      );
    },

    async belowRate(range, { percent, minimumDue, limit }, reach) {
      const parts = await personParts(db, range);
      return rowsOf<PersonTally>(
        db,
        sql`select p.code, p.name, p.kind, t.present, t.due from (
              select person_id, sum(present)::int as present, sum(due)::int as due from (${parts}) parts
              group by person_id having sum(due) >= ${minimumDue} and sum(present) * 100 < sum(due) * ${percent}::int
            ) t join people p on p.id = t.person_id and p.deleted_at is null and ${reached(reach, sql`p`)}
            order by t.present::float / t.due, ${nameOrder(sql`p.name`)} limit ${limit}`,
      );
    },

    async days(filter, reach) {
      const rows = await db
        .select(DAY_WITH_OWNER)
        .from(attendanceDays)
        .innerJoin(people, eq(people.id, attendanceDays.personId))
        .where(and(matching(filter, reach), filter.after && isAfter(filter.after)))
        .orderBy(desc(attendanceDays.day), asc(attendanceDays.personId))
        .limit(filter.limit)
        .offset(filter.offset);
      // Counts no further than anyone pages, which bounds the cost.
      const { total } = await oneOf<{ total: number }>(
        db,
        sql`select count(*)::int as total from (select 1 from attendance_days where ${matching(filter, reach)} limit ${MAX_COUNTED}) counted`,
      );
      return { rows: rows.map(dayWithOwner), total };
    },
  };
}
