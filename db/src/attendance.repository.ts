import type { AttendanceRepository } from '@rollcall/core/attendance/attendance.ports';
import type { AttendanceDay, DayPage, NewCheckIn } from '@rollcall/core/attendance/attendance.types';
import { and, asc, desc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db } from './connection.ts';
import { attendanceDays, checkIns, faceScans, people } from './schema.ts';
import { ruleFromDb, ruleToDb } from './time-columns.ts';

/** Rows per statement: far below the 65,535 parameters one statement may carry. */
const BATCH = 1000;

const toCheckInRow = ({ at, date, rule, ...rest }: NewCheckIn) => ({
  ...rest,
  seenAt: at,
  day: date,
  ...ruleToDb(rule),
});

const toDayRow = ({ date, rule, ...rest }: AttendanceDay, decidedAt: Date) => ({
  ...rest,
  day: date,
  ...ruleToDb(rule),
  decidedAt,
});

const fromDayRow = (row: typeof attendanceDays.$inferSelect): AttendanceDay => ({
  personId: row.personId,
  date: row.day,
  status: row.status,
  firstIn: row.firstIn,
  lastSeen: row.lastSeen,
  rule: ruleFromDb(row),
});

const OWNER = { code: people.code, name: people.name, kind: people.kind, classSection: people.classSection };

const within = ({ from, to }: Pick<DayPage, 'from' | 'to'>) =>
  and(from && gte(attendanceDays.day, from), to && lte(attendanceDays.day, to));

export function createAttendanceRepository(db: Db): AttendanceRepository {
  const daysWithOwners = () =>
    db
      .select({ day: attendanceDays, ...OWNER })
      .from(attendanceDays)
      .innerJoin(people, eq(people.id, attendanceDays.personId))
      .$dynamic();
  const flatten = ({ day, ...owner }: Awaited<ReturnType<typeof daysWithOwners>>[number]) => ({
    ...fromDayRow(day),
    ...owner,
  });

  return {
    async lockPerson(personId) {
      await db.execute(sql`select 1 from people where id = ${personId} for update`);
    },

    async checkInsOn(personId, date) {
      const rows = await db
        .select()
        .from(checkIns)
        .where(and(eq(checkIns.personId, personId), eq(checkIns.day, date)))
        .orderBy(asc(checkIns.seenAt));
      return rows.map((row) => ({
        personId: row.personId,
        at: row.seenAt,
        date: row.day,
        means: row.means,
        score: row.score,
        rule: ruleFromDb(row),
      }));
    },

    async insertCheckIn(checkIn) {
      await db.insert(checkIns).values(toCheckInRow(checkIn));
    },

    async saveDay(day, at) {
      const row = toDayRow(day, at);
      await db
        .insert(attendanceDays)
        .values(row)
        .onConflictDoUpdate({ target: [attendanceDays.personId, attendanceDays.day], set: row });
    },

    async insertMany(events, days, at) {
      for (let start = 0; start < events.length; start += BATCH) {
        const rows = events.slice(start, start + BATCH).map(toCheckInRow);
        await db.insert(checkIns).values(rows).onConflictDoNothing();
      }
      for (let start = 0; start < days.length; start += BATCH) {
        const rows = days.slice(start, start + BATCH).map((day) => toDayRow(day, at));
        await db.insert(attendanceDays).values(rows).onConflictDoNothing();
      }
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
      return rows.map(flatten);
    },

    async presentBetween(page) {
      const rows = await daysWithOwners()
        .where(and(within(page), isNotNull(attendanceDays.firstIn)))
        .orderBy(desc(attendanceDays.day), asc(attendanceDays.firstIn))
        .limit(page.limit)
        .offset(page.offset ?? 0);
      return rows.map(flatten);
    },

    async recent(limit) {
      const rows = await daysWithOwners()
        .orderBy(desc(attendanceDays.day), sql`${attendanceDays.firstIn} desc nulls last`, asc(people.id))
        .limit(limit);
      return rows.map(flatten);
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
