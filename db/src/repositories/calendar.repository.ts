import type { CalendarRepository } from '@rollcall/core/attendance/attendance.ports';
import { unseenStatus } from '@rollcall/core/attendance/attendance-day.rules';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { and, asc, between, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { type Db, oneOf, writtenRow } from '../connection.ts';
import { closedDays, holidays, leaves } from '../schema/attendance.schema.ts';
import { ruleToDb } from '../schema/columns.ts';
import { people } from '../schema/institution.schema.ts';

/** Advisory lock for closing days; differs from the lock of the migrations. */
const CLOSING_LOCK = 7_206_551;

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

    leaves: (from, to, personId) =>
      leavesWithOwners()
        .where(
          and(
            lte(leaves.firstDay, to),
            gte(leaves.lastDay, from),
            personId === undefined ? undefined : eq(leaves.personId, personId),
          ),
        )
        .orderBy(desc(leaves.firstDay), desc(leaves.id)),

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
        sql`select to_char(min(registered_on), 'YYYY-MM-DD') as day from people where kind <> 'admin'`,
      );
      return day;
    },

    isClosed: async (date) => (await db.$count(closedDays, eq(closedDays.day, date))) > 0,

    async closeDay({ date, rule, isOpen, at }) {
      await db.insert(closedDays).values({ day: date, closedAt: at });
      if (!isOpen) return 0;
      const columns = ruleToDb(rule);
      const { marked } = await oneOf<{ marked: number }>(
        db,
        sql`with marked as (
              insert into attendance_days (person_id, day, status, source, kind, section, decided_at,
                rule_start, rule_grace, rule_cutoff, rule_auto_absent)
              select p.id, ${date}, case when l.id is null then ${unseenStatus(rule)} else 'excused' end,
                case when l.id is null then 'closing' else 'leave' end, p.kind, p.class_section, ${at},
                ${columns.ruleStart}::time, ${columns.ruleGrace}, ${columns.ruleCutoff}::time, ${columns.ruleAutoAbsent}
              from people p
              left join lateral (
                select id from leaves l where l.person_id = p.id and ${date} between first_day and last_day limit 1
              ) l on true
              where p.kind <> 'admin' and p.deleted_at is null and p.registered_on <= ${date}
              on conflict (person_id, day) do nothing returning 1
            ) select count(*)::int as marked from marked`,
      );
      return marked;
    },
  };
}
