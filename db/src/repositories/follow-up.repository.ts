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
import { type Db, intArray, oneOf, rowsOf } from '../connection.ts';
import { nameOrder } from '../name-order.ts';
import { attendanceDays } from '../schema/attendance.schema.ts';
import { people } from '../schema/institution.schema.ts';
import { reached, reachedDays } from './accounts/reach.ts';
import { DAY_WITH_OWNER, dayWithOwner } from './attendance.repository.ts';
import { newestOfAll, piecesOf } from './days/pieces.ts';
import { missingPeople, personParts } from './rollups.ts';

const MAX_COUNTED = 10_000;

const PERSON = sql`p.code, p.name, p.kind, p.class_section as "classSection"`;
/** Absences in a row are counted in so many days before they are in earlier ones, of those who were not seen in these. */
const DAYS_IN_A_ROW = 14;

/** The last working day on which everybody has a verdict. Before the first day is closed, absences come from imports. */
async function lastDayOfAbsences(db: Db): Promise<LocalDate | null> {
  const { closed } = await oneOf<{ closed: LocalDate | null }>(
    db,
    sql`select to_char(max(day), 'YYYY-MM-DD') as closed from closed_days
        where calendar = 'open' and finished_at is not null and reopened_at is null`,
  );
  if (closed !== null) return closed;
  const [last] = await newestOfAll(db, { limit: 1 }, ({ from, to }) =>
    rowsOf<{ imported: LocalDate }>(
      db,
      sql`select to_char(day, 'YYYY-MM-DD') as imported from attendance_days where day between ${from} and ${to}
            and first_in is null and source in ('import', 'closing') order by attendance_days.day desc limit 1`,
    ),
  );
  return last?.imported ?? null;
}

/** Absences of a person in a row, until they were seen on a working day. */
interface Run {
  readonly id: number;
  days: number;
  lastSeenOn: LocalDate | null;
  /** They were not seen on a working day yet: days before may belong to it. */
  isOpen: boolean;
}

const RUN = sql`p.id, run.days, to_char(found.seen, 'YYYY-MM-DD') as "lastSeenOn", found.due is null as "isOpen"`;

/** What these days `d` of a person `p` say about their run. */
function runIn(isWithin: SQL): SQL {
  const last = (condition: SQL) => sql`(select d.day from attendance_days d
    where d.person_id = p.id and ${condition} and ${isWithin} order by d.day desc limit 1)`;
  return sql`cross join lateral (
      select ${last(sql`d.first_in is not null`)} as seen, ${last(sql`d.first_in is not null and not d.day_off`)} as due
    ) found
    cross join lateral (
      select count(*)::int as days from attendance_days d
      where d.person_id = p.id and d.status in ('absent', 'unmarked') and not d.day_off and ${isWithin}
        and d.day > coalesce(found.due, '-infinity')
    ) run`;
}

/** Goes on with the runs that are open at this day, in earlier and earlier days of these people. */
async function addEarlier(db: Db, runs: readonly Run[], to: LocalDate): Promise<void> {
  const open = new Map(runs.flatMap((run) => (run.isOpen ? [[run.id, run] as const] : [])));
  for (const piece of await piecesOf(db, [...open.keys()], { to })) {
    if (open.size === 0) return;
    const earlier = await rowsOf<Run>(
      db,
      sql`select ${RUN} from people p ${runIn(sql`d.day between ${piece.from} and ${piece.to}`)}
          where p.id = any(${intArray([...open.keys()])}::int[])`,
    );
    for (const { id, days, lastSeenOn, isOpen } of earlier) {
      const run = open.get(id);
      if (!run) continue;
      run.days += days;
      run.lastSeenOn ??= lastSeenOn;
      if (!isOpen) open.delete(id);
    }
  }
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
      const since = addDays(lastDay, -DAYS_IN_A_ROW);
      const runs = await rowsOf<Run>(
        db,
        sql`select ${RUN} from attendance_days last join people p on p.id = last.person_id and p.deleted_at is null
            ${runIn(sql`d.day >= ${since}`)}
            where last.day = ${lastDay} and last.status in ('absent', 'unmarked') and ${reached(reach, sql`p`)}
              and (found.due is null or run.days >= ${atLeast})`,
      );
      await addEarlier(db, runs, addDays(since, -1));
      const listed = runs.filter(({ days }) => days >= atLeast);
      return rowsOf<MissingInARow>(
        db,
        sql`select ${PERSON}, r.days, r."lastSeenOn"
            from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as r(id int, days int, "lastSeenOn" text)
              join people p on p.id = r.id
            order by r.days desc, ${nameOrder(sql`p.name`)} limit ${limit}`,
      );
    },

    async belowRate(range, { percent, minimumDue, limit }, reach) {
      const parts = await personParts(db, range, reach);
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
