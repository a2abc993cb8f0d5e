import type { CalendarRepository } from '@rollcall/core/attendance/attendance.ports';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { and, asc, between, desc, eq, gte, isNull, lt, lte, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { type Db, oneOf, rowsOf, writtenRow } from '../connection.ts';
import { closedDays, holidays, leaves } from '../schema/attendance.schema.ts';
import { ruleToDb } from '../schema/columns.ts';
import { people } from '../schema/institution.schema.ts';
import { reached } from './accounts/reach.ts';

/** Advisory lock for closing days; differs from the lock of the migrations. */
const CLOSING_LOCK = ADVISORY_LOCKS.closing;

const LEAVE = {
  id: leaves.id,
  personId: leaves.personId,
  firstDay: leaves.firstDay,
  lastDay: leaves.lastDay,
  reason: leaves.reason,
  notedAt: leaves.notedAt,
  notedBy: sql<number>`coalesce(${leaves.notedBy}, 0)`,
  code: people.code,
  name: people.name,
  classSection: people.classSection,
};

export function createCalendarRepository(db: Db): CalendarRepository {
  const leavesWithOwners = () =>
    db.select(LEAVE).from(leaves).innerJoin(people, eq(people.id, leaves.personId)).$dynamic();

  return {
    holidays: (from, to) =>
      db
        .select({ date: holidays.day, name: holidays.name })
        .from(holidays)
        .where(between(holidays.day, from, to))
        .orderBy(asc(holidays.day)),

    isHoliday: async (date) => (await db.$count(holidays, eq(holidays.day, date))) > 0,

    async saveHolidays(list) {
      if (list.length === 0) return;
      await db
        .insert(holidays)
        .values(list.map(({ date, name }) => ({ day: date, name })))
        .onConflictDoUpdate({ target: holidays.day, set: { name: sql`excluded.name` } });
    },

    async removeHoliday(date) {
      const gone = await db.delete(holidays).where(eq(holidays.day, date)).returning({ day: holidays.day });
      return gone.length > 0;
    },

    async insertLeave(leave) {
      return writtenRow(await db.insert(leaves).values(leave).returning({ id: leaves.id })).id;
    },

    async leaveById(id) {
      const [row] = await leavesWithOwners().where(eq(leaves.id, id));
      return row ?? null;
    },

    async removeLeave(id) {
      await db.delete(leaves).where(eq(leaves.id, id));
    },

    leaves: ({ from, to }, reach, { after, limit }) =>
      leavesWithOwners()
        .where(
          and(
            lte(leaves.firstDay, to),
            gte(leaves.lastDay, from),
            reached(reach, sql`people`),
            after && sql`(${leaves.firstDay}, ${leaves.id}) < (${after.firstDay}::date, ${after.id}::int)`,
          ),
        )
        .orderBy(desc(leaves.firstDay), desc(leaves.id))
        .limit(limit),

    async lockClosing() {
      await db.execute(sql`select pg_advisory_xact_lock(${CLOSING_LOCK})`);
    },

    async lastClosed() {
      const [row] = await db
        .select({ day: closedDays.day })
        .from(closedDays)
        .orderBy(desc(closedDays.day))
        .limit(1);
      return row?.day ?? null;
    },

    async firstDay() {
      const { day } = await oneOf<{ day: LocalDate | null }>(
        db,
        sql`select to_char(min(registered_on) + 1, 'YYYY-MM-DD') as day from people where kind <> 'admin'`,
      );
      return day;
    },

    isClosed: async (date) => (await db.$count(closedDays, eq(closedDays.day, date))) > 0,

    async closeDay(day, { calendar, rule }, closedAt) {
      await db.insert(closedDays).values({ day, calendar, closedAt, ...ruleToDb(rule) });
    },

    async unfinishedDays(closedBefore) {
      const rows = await db
        .select({ day: closedDays.day })
        .from(closedDays)
        .where(and(isNull(closedDays.finishedAt), lt(closedDays.closedAt, closedBefore)))
        .orderBy(asc(closedDays.day));
      return rows.map(({ day }) => day);
    },

    // Looked up person by person: the planner takes a day that is being closed for almost empty, and would read all of it.
    async unseenOn(date, afterId, limit) {
      const rows = await rowsOf<{ id: number }>(
        db,
        sql`select p.id from people p
            where p.id > ${afterId} and p.kind <> 'admin' and p.deleted_at is null and p.registered_on < ${date}
              and (select true from attendance_days d
                where d.person_id = p.id and d.day = ${date} and d.source not in ('leave', 'class') limit 1) is null
            order by p.id limit ${limit}`,
      );
      return rows.map(({ id }) => id);
    },

    async finishDay(day, finishedAt) {
      const finished = await db
        .update(closedDays)
        .set({ finishedAt })
        .where(and(eq(closedDays.day, day), isNull(closedDays.finishedAt)))
        .returning({ day: closedDays.day });
      return finished.length > 0;
    },
  };
}
