import type { AttendanceRepository } from '@rollcall/core/attendance/attendance.ports';
import type {
  AttendanceDay,
  DayOfPerson,
  DayPage,
  NewCheckIn,
} from '@rollcall/core/attendance/attendance.types';
import type { PersonKind } from '@rollcall/core/people/people.types';
import { minutesOf } from '@rollcall/core/time/local-date';
import type { Zone } from '@rollcall/core/time/zone';
import { and, asc, desc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import { insertCheckIns, insertDays } from './attendance-bulk.ts';
import type { Db } from './connection.ts';
import { people } from './schema.ts';
import { attendanceDays, checkIns } from './schema-attendance.ts';
import { faceScans } from './schema-faces.ts';
import { ruleFromDb, ruleToDb } from './time-columns.ts';

const toCheckInRow = ({ at, date, rule, ...rest }: NewCheckIn) => ({
  ...rest,
  seenAt: at,
  day: date,
  ...ruleToDb(rule),
});

const toDayRow = ({ date, rule, ...rest }: AttendanceDay, zone: Zone, decidedAt: Date) => ({
  ...rest,
  day: date,
  ...ruleToDb(rule),
  decidedAt,
  arrivalMinutes: rest.firstIn && minutesOf(zone.timeOf(rest.firstIn)),
});

/** Who the person was on the day, copied onto the verdict when it is first made. */
const ownerOf = (personId: number) => ({
  kind: sql<PersonKind>`(select kind from people where id = ${personId})`,
  section: sql<string | null>`(select class_section from people where id = ${personId})`,
});

const fromDayRow = (row: typeof attendanceDays.$inferSelect): AttendanceDay => ({
  personId: row.personId,
  date: row.day,
  status: row.status,
  firstIn: row.firstIn,
  lastSeen: row.lastSeen,
  rule: ruleFromDb(row),
  source: row.source,
  overrode: row.overrode,
});

/** A verdict together with whose it is. */
export const DAY_WITH_OWNER = {
  day: attendanceDays,
  code: people.code,
  name: people.name,
  kind: people.kind,
  classSection: people.classSection,
};

interface DayWithOwner extends Pick<DayOfPerson, 'code' | 'name' | 'kind' | 'classSection'> {
  readonly day: typeof attendanceDays.$inferSelect;
}

export const dayWithOwner = ({ day, ...owner }: DayWithOwner): DayOfPerson => ({
  ...fromDayRow(day),
  ...owner,
});

const within = ({ from, to }: Pick<DayPage, 'from' | 'to'>) =>
  and(from && gte(attendanceDays.day, from), to && lte(attendanceDays.day, to));

export function createAttendanceRepository(db: Db): AttendanceRepository {
  const daysWithOwners = () =>
    db
      .select(DAY_WITH_OWNER)
      .from(attendanceDays)
      .innerJoin(people, eq(people.id, attendanceDays.personId))
      .$dynamic();

  return {
    async lockPerson(personId) {
      await db.execute(sql`select 1 from people where id = ${personId} for update`);
    },

    async insertCheckIn(checkIn) {
      await db.insert(checkIns).values(toCheckInRow(checkIn));
    },

    async saveDay(day, zone, at) {
      const row = toDayRow(day, zone, at);
      await db
        .insert(attendanceDays)
        .values({ ...row, ...ownerOf(day.personId) })
        .onConflictDoUpdate({ target: [attendanceDays.personId, attendanceDays.day], set: row });
    },

    async removeDay(personId, date) {
      await db
        .delete(attendanceDays)
        .where(and(eq(attendanceDays.personId, personId), eq(attendanceDays.day, date)));
    },

    async insertMany(events, days, zone, at) {
      await insertCheckIns(db, events);
      await insertDays(db, days, zone, at);
    },

    async dayOf(personId, date) {
      const [row] = await db
        .select()
        .from(attendanceDays)
        .where(and(eq(attendanceDays.personId, personId), eq(attendanceDays.day, date)));
      return row ? fromDayRow(row) : null;
    },

    async daysOf(personId, page) {
      const rows = await db
        .select()
        .from(attendanceDays)
        .where(and(eq(attendanceDays.personId, personId), within(page)))
        .orderBy(desc(attendanceDays.day))
        .limit(page.limit)
        .offset(page.offset ?? 0);
      return rows.map(fromDayRow);
    },

    async presentOn(date) {
      const rows = await daysWithOwners()
        .where(and(eq(attendanceDays.day, date), isNotNull(attendanceDays.firstIn)))
        .orderBy(asc(attendanceDays.firstIn));
      return rows.map(dayWithOwner);
    },

    async latestArrivals(date, limit) {
      const rows = await daysWithOwners()
        .where(and(eq(attendanceDays.day, date), isNotNull(attendanceDays.firstIn)))
        .orderBy(desc(attendanceDays.firstIn))
        .limit(limit);
      return rows.map(dayWithOwner);
    },

    async presentBetween(page) {
      const rows = await daysWithOwners()
        .where(and(within(page), isNotNull(attendanceDays.firstIn)))
        .orderBy(desc(attendanceDays.day), desc(attendanceDays.firstIn))
        .limit(page.limit)
        .offset(page.offset ?? 0);
      return rows.map(dayWithOwner);
    },

    // Two walks along the index rather than one sort of the table.
    async recent(limit) {
      const arrivals = await daysWithOwners()
        .where(isNotNull(attendanceDays.firstIn))
        .orderBy(desc(attendanceDays.day), desc(attendanceDays.firstIn))
        .limit(limit);
      const missing = await daysWithOwners()
        .where(
          sql`${attendanceDays.day} = (select max(day) from attendance_days) and ${attendanceDays.firstIn} is null`,
        )
        .limit(limit);
      const rows = [...arrivals, ...missing].map(dayWithOwner);
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
