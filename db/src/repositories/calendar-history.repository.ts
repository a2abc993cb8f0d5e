import type {
  CalendarHistoryRepository,
  KnownDay,
  ReopenedDay,
} from '@rollcall/core/attendance/calendar-history.ports';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import type { Scope } from '@rollcall/core/reports/report.types';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../connection.ts';

/** The working days in force on a day, which is a column. */
const workingDaysOn = (day: SQL): SQL => sql`coalesce(
  (select w.working_days from working_days_history w where w.from_day <= ${day} order by w.from_day desc limit 1),
  (select working_days from institution), '{1,2,3,4,5}')`;

/** The section of the person `p` on a day; without a history the one they are in. */
const sectionOn = (date: LocalDate): SQL => sql`case
  when exists (select 1 from section_history h where h.person_id = p.id and h.from_day <= ${date})
  then (select h.section from section_history h where h.person_id = p.id and h.from_day <= ${date}
    order by h.from_day desc limit 1)
  else p.class_section end`;

/** The person `p`, who may have the verdict `d` on the day, belongs to the scope on that day. */
const inScope = (scope: Scope, date: LocalDate): SQL => {
  if (scope.of === 'everyone') return sql`true`;
  if (scope.of === 'section')
    return sql`case when d.person_id is null then ${sectionOn(date)} else d.section end = ${scope.section}`;
  return sql`p.id in (select person_id from class_members where class_id = ${scope.classId})`;
};

/** A repair that has not gone on until then was interrupted. By the clock of the database, which all servers share. */
const LEASE_END = sql`now() + interval '2 minutes'`;

const dayText = (column: SQL): SQL => sql`to_char(${column}, 'YYYY-MM-DD')`;

export function createCalendarHistoryRepository(db: Db): CalendarHistoryRepository {
  const changesAny = async (statement: SQL): Promise<boolean> => (await rowsOf(db, statement)).length > 0;

  return {
    knownDays: (from, to, today) =>
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
                union select day from fixed_absences where day between ${from} and ${to}
                union select ${today}::date where ${today}::date between ${from} and ${to}
              ) known
            ) d left join closed_days c on c.day = d.day
            order by d.day`,
      ),

    async reframe(days) {
      if (days.length === 0) return;
      const given = JSON.stringify(days.map(({ date, calendar }) => ({ date, calendar })));
      await db.execute(sql`update closed_days c set calendar = k.calendar
        from json_to_recordset(${given}::json) as k(date date, calendar text) where c.day = k.date`);
    },

    async beginRepair(dates) {
      const { repair } = await oneOf<{ repair: string }>(db, sql`select gen_random_uuid()::text as repair`);
      await db.execute(sql`insert into day_repairs (day, repair, leased_until)
        select day::date, ${repair}::uuid, ${LEASE_END} from jsonb_array_elements_text(${JSON.stringify(dates)}::jsonb) day
        order by 1
        on conflict (day) do update set repair = excluded.repair, leased_until = excluded.leased_until`);
      return repair;
    },

    async takeOverRepairs() {
      const rows = await rowsOf<{ repair: string; date: LocalDate }>(
        db,
        sql`with own as materialized (select gen_random_uuid() as repair), ended as (
              select day from day_repairs
              -- Leases of a clock that was ahead count as ended.
              where leased_until <= now() or leased_until > ${LEASE_END} order by day for update skip locked
            )
            update day_repairs r set repair = own.repair, leased_until = ${LEASE_END} from own, ended
            where r.day = ended.day returning own.repair::text as repair, ${dayText(sql`r.day`)} as date`,
      );
      return { repair: rows[0]?.repair ?? '', dates: rows.map(({ date }) => date).sort() };
    },

    async holdRepair(repair, date) {
      const isHeld = await changesAny(
        sql`select 1 from day_repairs where day = ${date} and repair = ${repair}::uuid for update`,
      );
      // In order of days, like those who take days over.
      if (isHeld)
        await db.execute(sql`update day_repairs set leased_until = ${LEASE_END} where day in (
          select day from day_repairs where repair = ${repair}::uuid and leased_until < now() + interval '1 minute'
          order by day for update)`);
      return isHeld;
    },

    async finishRepair(repair, date) {
      await db.execute(sql`delete from day_repairs where day = ${date} and repair = ${repair}::uuid`);
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
      changesAny(sql`update closed_days set reopened_at = ${at}
        where day = ${date} and reopened_at is null returning day`),

    closeAgain: (date, at) =>
      changesAny(sql`update closed_days set reopened_at = null, closed_at = ${at}
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
        sql`select p.id from people p left join attendance_days d on d.person_id = p.id and d.day = ${date}
            where p.id > ${afterId} and p.kind <> 'admin' and ${inScope(scope, date)}
              and (d.person_id is not null or p.deleted_at is null and (p.registered_on <= ${date}
                or exists (select 1 from fixed_absences a where a.person_id = p.id and a.day = ${date})))
            order by p.id limit ${limit}`,
      );
      return rows.map(({ id }) => id);
    },
  };
}
