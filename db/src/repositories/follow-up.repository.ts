import type {
  DayFilter,
  FollowUpRepository,
  MissingInARow,
  MissingPerson,
} from '@rollcall/core/analytics/analytics.ports';
import type { PersonTally } from '@rollcall/core/analytics/analytics.types';
import type { Reach } from '@rollcall/core/kernel/access';
import { and, asc, between, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../connection.ts';
import { nameOrder } from '../name-order.ts';
import { attendanceDays } from '../schema/attendance.schema.ts';
import { people } from '../schema/institution.schema.ts';
import { reached, reachedDays } from './accounts/reach.ts';
import { DAY_WITH_OWNER, dayWithOwner } from './attendance.repository.ts';
import { missingPeople, personParts } from './rollups.ts';

const MAX_COUNTED = 10_000;

const PERSON = sql`p.code, p.name, p.kind, p.class_section as "classSection"`;
/** The last working day on which everybody has a verdict. */
const LAST_CLOSED_DAY = sql`(select max(day) from closed_days
  where calendar = 'open' and finished_at is not null and reopened_at is null)`;
/** Before the first day is closed, absences come from imports. */
const LAST_IMPORTED_ABSENCE = sql`(select max(day) from attendance_days
  where first_in is null and source in ('import', 'closing'))`;

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

export function createFollowUpRepository(db: Db): FollowUpRepository {
  return {
    missingOn: (date, reach, page) => rowsOf<MissingPerson>(db, missingPeople(date, reach, page)),

    // Starts from the people missing on the last closed day, so the cost grows with the result.
    missingInARow: (atLeast, limit, reach) =>
      rowsOf<MissingInARow>(
        db,
        sql`select ${PERSON}, run.days, to_char(seen.day, 'YYYY-MM-DD') as "lastSeenOn"
            from attendance_days last join people p on p.id = last.person_id and p.deleted_at is null
            left join lateral (
              select day from attendance_days d where d.person_id = p.id and d.first_in is not null
              order by day desc limit 1
            ) seen on true
            cross join lateral (
              select count(*)::int as days from attendance_days d
              where d.person_id = p.id and d.status in ('absent', 'unmarked') and not d.day_off
                and d.day > coalesce((
                  select day from attendance_days due where due.person_id = p.id and due.first_in is not null
                    and not due.day_off order by day desc limit 1
                ), '-infinity')
            ) run
            where last.day = coalesce(${LAST_CLOSED_DAY}, ${LAST_IMPORTED_ABSENCE})
              and last.status in ('absent', 'unmarked') and run.days >= ${atLeast}
              and ${reached(reach, sql`p`)}
            order by run.days desc, ${nameOrder(sql`p.name`)} limit ${limit}`,
      ),

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
        .where(matching(filter, reach))
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
