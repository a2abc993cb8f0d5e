import type {
  CalendarHistoryRepository,
  KnownDay,
  ReopenedDay,
} from '@rollcall/core/attendance/calendar-history.ports';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import type { Scope } from '@rollcall/core/reports/report.types';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../connection.ts';

/** The working days in force on a day, which is a column. */
const workingDaysOn = (day: SQL): SQL => sql`coalesce(
  (select w.working_days from working_days_history w where w.from_day <= ${day} order by w.from_day desc limit 1),
  (select working_days from institution), '{1,2,3,4,5}')`;

const inScope = (scope: Scope): SQL => {
  if (scope.of === 'everyone') return sql`true`;
  if (scope.of === 'section') return sql`p.class_section = ${scope.section}`;
  return sql`p.id in (select person_id from class_members where class_id = ${scope.classId})`;
};

const dayText = (column: SQL): SQL => sql`to_char(${column}, 'YYYY-MM-DD')`;

export function createCalendarHistoryRepository(db: Db): CalendarHistoryRepository {
  const changesAny = async (statement: SQL): Promise<boolean> => (await rowsOf(db, statement)).length > 0;

  return {
    knownDays: (from, to) =>
      rowsOf<KnownDay>(
        db,
        sql`select ${dayText(sql`d.day`)} as date, d."workingDays", d."isHoliday",
              coalesce(c.calendar, case when d."isHoliday" then 'holiday'
                when extract(isodow from d.day)::smallint = any (d."workingDays") then 'open' else 'off' end) as calendar
            from (
              select known.day, ${workingDaysOn(sql`known.day`)} as "workingDays",
                exists (select 1 from holidays h where h.day = known.day) as "isHoliday"
              from (
                select day from closed_days where day between ${from} and ${to}
                union select day from day_rollups where day between ${from} and ${to}
                union select day from attendance_days where day between ${from} and ${to} and day_off
              ) known
            ) d left join closed_days c on c.day = d.day
            order by d.day`,
      ),

    async reframe(days) {
      if (days.length === 0) return;
      const given = JSON.stringify(days.map(({ date, calendar }) => ({ date, calendar })));
      await db.execute(sql`update closed_days c set calendar = k.calendar,
          needs_repair = c.needs_repair or (c.calendar = 'open') <> (k.calendar = 'open')
        from json_to_recordset(${given}::json) as k(date date, calendar text) where c.day = k.date`);
    },

    async unrepairedDays() {
      const rows = await rowsOf<{ day: LocalDate }>(
        db,
        sql`select ${dayText(sql`day`)} as day from closed_days where needs_repair order by closed_days.day`,
      );
      return rows.map(({ day }) => day);
    },

    async finishRepair(date) {
      await db.execute(sql`update closed_days set needs_repair = false where day = ${date} and needs_repair`);
    },

    async saveWorkingDays(workingDays, from) {
      // The days that held until now, for everything before the first change.
      await db.execute(sql`insert into working_days_history (from_day, working_days)
        select '1900-01-01', working_days from institution
        where not exists (select 1 from working_days_history)`);
      await db.execute(sql`delete from working_days_history where from_day >= ${from}`);
      await db.execute(sql`insert into working_days_history (from_day, working_days)
        values (${from}, ${`{${workingDays.join(',')}}`}::smallint[])`);
    },

    reopen: (date, at) =>
      changesAny(sql`update closed_days set reopened_at = ${at}, needs_repair = true
        where day = ${date} and reopened_at is null returning day`),

    closeAgain: (date, at) =>
      changesAny(sql`update closed_days set reopened_at = null, closed_at = ${at}, needs_repair = true
        where day = ${date} and reopened_at is not null returning day`),

    async reopenedDays() {
      const rows = await rowsOf<{ date: LocalDate; reopenedAt: string }>(
        db,
        sql`select ${dayText(sql`day`)} as date, to_json(reopened_at) #>> '{}' as "reopenedAt" from closed_days
            where reopened_at is not null order by day desc`,
      );
      return rows.map(({ date, reopenedAt }): ReopenedDay => ({ date, reopenedAt: new Date(reopenedAt) }));
    },

    async peopleOn(date, scope, afterId, limit) {
      const rows = await rowsOf<{ id: number }>(
        db,
        sql`select p.id from people p
            where p.id > ${afterId} and p.kind <> 'admin' and ${inScope(scope)}
              and (p.deleted_at is null and p.registered_on <= ${date}
                or exists (select 1 from attendance_days d where d.person_id = p.id and d.day = ${date}))
            order by p.id limit ${limit}`,
      );
      return rows.map(({ id }) => id);
    },
  };
}
