import type { AttendanceRepository } from '@rollcall/core/attendance/attendance.ports';
import type {
  AttendanceDay,
  DayOfPerson,
  DayPage,
  NewCheckIn,
} from '@rollcall/core/attendance/attendance.types';
import type { Evidence } from '@rollcall/core/attendance/evidence/evidence.types';
import type { Reach } from '@rollcall/core/kernel/access';
import { addDays, type LocalDate } from '@rollcall/core/kernel/local-date';
import { and, asc, between, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { type Db, intArray, liftTimeouts, rowsOf, writtenRow } from '../connection.ts';
import { nameOrder } from '../name-order.ts';
import { attendanceDays, checkIns } from '../schema/attendance.schema.ts';
import { ruleFromDb, ruleToDb } from '../schema/columns.ts';
import { faceScans } from '../schema/faces.schema.ts';
import { people } from '../schema/institution.schema.ts';
import { reachedDays } from './accounts/reach.ts';
import { EVIDENCE_OF_DAY } from './days/evidence.ts';
import { EXCUSE } from './days/excuse.ts';
import { inBatches, insertCheckIns, insertDays } from './days/insert-days.ts';
import { openMonths, withinSpan } from './days/months.ts';
import { lastDay, newestOf, newestOfAll } from './days/pieces.ts';

const toCheckInRow = ({ at, date, rule, ...rest }: NewCheckIn) => ({
  ...rest,
  seenAt: at,
  day: date,
  ...ruleToDb(rule),
});

const fromDayRow = (
  row: typeof attendanceDays.$inferSelect,
  excuse: string | null = null,
  evidence: Evidence | null = null,
): AttendanceDay => ({
  personId: row.personId,
  date: row.day,
  status: row.status,
  firstIn: row.firstIn,
  lastSeen: row.lastSeen,
  rule: ruleFromDb(row),
  source: row.source,
  overrode: row.overrode,
  isDayOff: row.isDayOff,
  ...(excuse === null ? {} : { excuse }),
  ...(evidence === null ? {} : { evidence }),
});

/** Columns of a day together with its person. */
export const DAY_WITH_OWNER = {
  day: attendanceDays,
  excuse: EXCUSE,
  evidence: EVIDENCE_OF_DAY,
  code: people.code,
  name: people.name,
  kind: people.kind,
  classSection: people.classSection,
};

interface DayWithOwner extends Pick<DayOfPerson, 'code' | 'name' | 'kind' | 'classSection'> {
  readonly day: typeof attendanceDays.$inferSelect;
  readonly excuse: string | null;
  readonly evidence: Evidence | null;
}

export const dayWithOwner = ({ day, excuse, evidence, ...owner }: DayWithOwner): DayOfPerson => ({
  ...fromDayRow(day, excuse, evidence),
  ...owner,
});

const DAYS = sql`attendance_days`;

/** A month is prepared this long before it begins. */
const PREPARED_DAYS = 7;

const isDay = (personId: number, date: LocalDate) =>
  and(eq(attendanceDays.personId, personId), eq(attendanceDays.day, date));

/** People seen on the day who are not deleted. */
const wasSeenOn = (date: LocalDate) =>
  and(eq(attendanceDays.day, date), isNotNull(attendanceDays.firstIn), isNull(people.deletedAt));

const minuteOfArrival = sql`date_trunc('minute', ${attendanceDays.firstIn})`;

/** By minute of arrival; within it by the moment at which the person was seen or entered by hand. */
const LATEST_FIRST = [
  desc(minuteOfArrival),
  sql`case when ${attendanceDays.source} = 'correction' then ${attendanceDays.decidedAt} else ${attendanceDays.firstIn} end desc`,
  nameOrder(people.name),
  asc(attendanceDays.personId),
];

export function createAttendanceRepository(db: Db): AttendanceRepository {
  const daysWithOwners = () =>
    db
      .select(DAY_WITH_OWNER)
      .from(attendanceDays)
      .innerJoin(people, eq(people.id, attendanceDays.personId))
      .$dynamic();

  /** Those who were seen, the latest first. */
  const arrivals = (page: DayPage, reach: Reach) =>
    newestOfAll(db, page, ({ from, to, limit }) =>
      daysWithOwners()
        .where(
          and(
            between(attendanceDays.day, from, to),
            isNotNull(attendanceDays.firstIn),
            reachedDays(reach, DAYS),
          ),
        )
        .orderBy(desc(attendanceDays.day), desc(attendanceDays.firstIn), asc(attendanceDays.personId))
        .limit(limit),
    );

  return {
    async lockPeople(personIds) {
      const rows = await rowsOf<{ id: number; isDeleted: boolean }>(
        db,
        sql`select id, deleted_at is not null as "isDeleted" from people
            where id = any(${intArray(personIds)}::int[]) order by id for no key update`,
      );
      return new Set(rows.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
    },

    async insertCheckIn(checkIn) {
      const rows = await db.insert(checkIns).values(toCheckInRow(checkIn)).returning({ id: checkIns.id });
      return writtenRow(rows).id;
    },

    async removeCheckIn(id, personId) {
      const [row] = await db
        .delete(checkIns)
        .where(and(eq(checkIns.id, id), eq(checkIns.personId, personId)))
        .returning({ day: checkIns.day });
      return row?.day ?? null;
    },

    async saveDays(days, removed, zone, at) {
      await insertDays(db, days, zone, at, 'replace');
      if (removed.length === 0) return;
      await db.execute(sql`delete from attendance_days d
        using jsonb_to_recordset(${JSON.stringify(removed.map(({ personId, date }) => ({ personId, date })))}::jsonb)
          as k("personId" int, date date)
        where d.person_id = k."personId" and d.day = k.date
          and ${withinSpan(
            sql`d.day`,
            removed.map(({ date }) => date),
          )}`);
    },

    async insertRecords(events, absences) {
      await insertCheckIns(db, events);
      const rows = absences.map(({ personId, date, status }) => ({ person_id: personId, day: date, status }));
      await inBatches(rows, (json) =>
        db.execute(sql`insert into fixed_absences (person_id, day, status, source)
          select person_id, day, status, 'import' from json_populate_recordset(null::fixed_absences, ${json}::json)
          on conflict do nothing`),
      );
    },

    async insertMany(events, days, zone, at) {
      await insertCheckIns(db, events);
      await insertDays(db, days, zone, at, 'keep');
    },

    async foldRollups() {
      await db.execute(sql`select fold_rollups()`);
    },

    async prepareMonths(date) {
      const opened = await openMonths(db, [date, addDays(date, PREPARED_DAYS)]);
      // Nobody else does: autovacuum analyzes the months, but not the table that they make up.
      if (opened > 0)
        await db.transaction(async (tx) => {
          await liftTimeouts(tx);
          await tx.execute(sql`analyze attendance_days`);
        });
    },

    async dayOf(personId, date) {
      const [row] = await db.select().from(attendanceDays).where(isDay(personId, date));
      return row ? fromDayRow(row) : null;
    },

    async daysOf(personId, page) {
      const rows = await newestOf(db, [personId], page, ({ from, to, limit }) =>
        db
          .select({ day: attendanceDays, excuse: EXCUSE, evidence: EVIDENCE_OF_DAY })
          .from(attendanceDays)
          .where(and(eq(attendanceDays.personId, personId), between(attendanceDays.day, from, to)))
          .orderBy(desc(attendanceDays.day))
          .limit(limit),
      );
      return rows.map(({ day, excuse, evidence }) => fromDayRow(day, excuse, evidence));
    },

    async presentOn(date, reach, also) {
      const rows = await daysWithOwners()
        .where(and(wasSeenOn(date), or(reachedDays(reach, DAYS), eq(attendanceDays.personId, also))))
        .orderBy(asc(attendanceDays.firstIn), asc(attendanceDays.personId));
      return rows.map(dayWithOwner);
    },

    async latestArrivals(date, limit, reach) {
      const isListed = and(wasSeenOn(date), reachedDays(reach, DAYS));
      // Found by index. All who came in its minute or later are sorted, instead of everybody who came today.
      const lastShown = db
        .select({ minute: minuteOfArrival })
        .from(attendanceDays)
        .innerJoin(people, eq(people.id, attendanceDays.personId))
        .where(isListed)
        .orderBy(desc(attendanceDays.firstIn))
        .offset(limit - 1)
        .limit(1);
      const rows = await daysWithOwners()
        .where(
          and(isListed, sql`${attendanceDays.firstIn} >= coalesce((${lastShown}), '-infinity'::timestamptz)`),
        )
        .orderBy(...LATEST_FIRST)
        .limit(limit);
      return rows.map(dayWithOwner);
    },

    async presentBetween(page, reach) {
      return (await arrivals(page, reach)).map(dayWithOwner);
    },

    /** Two index scans instead of one sort of the table. */
    async recent(limit, reach) {
      const last = await lastDay(db);
      if (last === null) return [];
      const missing = await daysWithOwners()
        .where(and(eq(attendanceDays.day, last), isNull(attendanceDays.firstIn), reachedDays(reach, DAYS)))
        .limit(limit);
      const rows = [...(await arrivals({ limit }, reach)), ...missing].map(dayWithOwner);
      const newestFirst = (date: string, other: string) => (date === other ? 0 : date < other ? 1 : -1);
      return rows.sort((a, b) => newestFirst(a.date, b.date)).slice(0, limit);
    },

    countDays: () => db.$count(attendanceDays),

    async findScan(id) {
      const [row] = await db
        .select({
          id: faceScans.id,
          personId: faceScans.personId,
          expiresAt: faceScans.expiresAt,
          acceptedAt: faceScans.acceptedAt,
          usedAt: faceScans.usedAt,
          score: faceScans.score,
          evidence: faceScans.evidence,
        })
        .from(faceScans)
        .where(eq(faceScans.id, id));
      return row ?? null;
    },

    async spendScan(id, at) {
      const spent = await db
        .update(faceScans)
        .set({ usedAt: at })
        .where(
          sql`${faceScans.id} = ${id} and ${faceScans.acceptedAt} is not null
              and ${faceScans.usedAt} is null and ${faceScans.expiresAt} > ${at}`,
        )
        .returning({ id: faceScans.id });
      return spent.length === 1;
    },
  };
}
