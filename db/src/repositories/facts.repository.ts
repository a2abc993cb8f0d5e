import type { FactsRepository, InstitutionDay, PersonDay } from '@rollcall/core/attendance/attendance.ports';
import type {
  AttendanceDay,
  CalendarDay,
  CorrectionWanted,
  DaySource,
  DayStatus,
  Direction,
  EmptiedDays,
  Means,
  NewCheckIn,
} from '@rollcall/core/attendance/attendance.types';
import { calendarDay } from '@rollcall/core/attendance/calendar.rules';
import type { ClassMark, MarkMeans, MarkStatus } from '@rollcall/core/classes/classes.types';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { DEFAULT_WORKING_DAYS } from '@rollcall/core/settings/settings.rules';
import type { AutoAbsent, TimeSettings } from '@rollcall/core/settings/settings.types';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, intArray, oneOf, rowsOf } from '../connection.ts';
import { type RuleColumnsJson, ruleFromJson, timeFromDb } from '../schema/columns.ts';
import { wantedVerdict } from './days/corrections.repository.ts';
import { withinSpan } from './days/months.ts';

/** Rows as `to_jsonb` prints them: column names, timestamps as ISO text, times with seconds. */

interface RuleJson {
  readonly start_time: string;
  readonly grace_minutes: number;
  readonly cutoff_time: string;
  readonly auto_absent_minutes: AutoAbsent;
}

interface CheckInJson extends RuleColumnsJson {
  readonly person_id: number;
  readonly seen_at: string;
  readonly day: LocalDate;
  readonly means: Means;
  readonly score: number | null;
  readonly direction: Direction | 'both' | null;
  readonly kiosk_id: string | null;
}

interface DayJson extends RuleColumnsJson {
  readonly person_id: number;
  readonly day: LocalDate;
  readonly status: DayStatus;
  readonly first_in: string | null;
  readonly last_seen: string | null;
  readonly source: DaySource;
  readonly overrode: DayStatus | null;
  readonly day_off: boolean;
}

interface MarkJson extends RuleColumnsJson {
  readonly person_id: number;
  readonly day: LocalDate;
  readonly status: MarkStatus;
  readonly means: MarkMeans;
  readonly score: number | null;
  readonly seen_at: string | null;
  readonly class_start: string | null;
  readonly class_end: string | null;
  readonly marked_at: string;
}

interface CorrectionJson {
  readonly wanted: CorrectionWanted;
  readonly wanted_time: string | null;
}

const moment = (text: string | null): Date | null => (text === null ? null : new Date(text));

const timeRuleFromJson = (row: RuleJson): TimeSettings => ({
  startTime: timeFromDb(row.start_time),
  graceMinutes: row.grace_minutes,
  cutoffTime: timeFromDb(row.cutoff_time),
  autoAbsentMinutes: row.auto_absent_minutes,
});

const checkInFromJson = (row: CheckInJson): NewCheckIn => ({
  personId: row.person_id,
  at: new Date(row.seen_at),
  date: row.day,
  means: row.means,
  score: row.score,
  direction: row.direction,
  kioskId: row.kiosk_id,
  rule: ruleFromJson(row),
});

const dayFromJson = (row: DayJson): AttendanceDay => ({
  personId: row.person_id,
  date: row.day,
  status: row.status,
  firstIn: moment(row.first_in),
  lastSeen: moment(row.last_seen),
  rule: ruleFromJson(row),
  source: row.source,
  overrode: row.overrode,
  isDayOff: row.day_off,
});

const markFromJson = (row: MarkJson): ClassMark => ({
  personId: row.person_id,
  date: row.day,
  status: row.status,
  means: row.means,
  score: row.score,
  seenAt: moment(row.seen_at),
  rule: ruleFromJson(row),
  classStart: timeFromDb(row.class_start ?? row.rule_start),
  classEnd: row.class_end === null ? null : timeFromDb(row.class_end),
  markedAt: new Date(row.marked_at),
});

interface ClosingJson extends RuleColumnsJson {
  readonly closed_at: string;
  readonly reopened_at: string | null;
  readonly calendar: CalendarDay;
}

interface InstitutionDayRow {
  readonly rule: RuleJson | null;
  readonly workingDays: number[] | null;
  readonly isHoliday: boolean;
  readonly isEmptied: boolean;
  readonly closing: ClosingJson | null;
}

interface PersonRow {
  readonly personId: number;
  readonly savedDay: DayJson | null;
  readonly checkIns: CheckInJson[] | null;
  readonly marks: MarkJson[] | null;
  readonly correction: CorrectionJson | null;
  readonly leaveNotedAt: string | null;
  readonly fixedAbsence: PersonDay['fixedAbsence'];
  readonly registeredOn: LocalDate;
  readonly isDeleted: boolean;
}

/** `date` is a column or a parameter. */
const institutionDayColumns = (date: SQL): SQL => sql`
  (select to_jsonb(r) from time_rules r where effective_from <= ${date} order by effective_from desc limit 1) as rule,
  coalesce(
    (select working_days from working_days_history where from_day <= ${date} order by from_day desc limit 1),
    (select working_days from institution)
  ) as "workingDays",
  exists (select 1 from holidays where day = ${date}) as "isHoliday",
  exists (select 1 from emptied_days where since <= ${date} and before > ${date}) as "isEmptied",
  (select to_jsonb(c) from closed_days c where day = ${date}) as closing`;

/** Columns of a person `p` on a day. `isAmong` holds for the days in question, by parameters. */
const personColumns = (date: SQL, isAmong: SQL = sql`true`): SQL => sql`
  p.id as "personId",
  (select to_jsonb(d) from attendance_days d where d.person_id = p.id and d.day = ${date} and ${isAmong}) as "savedDay",
  (select jsonb_agg(to_jsonb(c) order by c.seen_at) from check_ins c
    where c.person_id = p.id and c.day = ${date}) as "checkIns",
  (select jsonb_agg(to_jsonb(m) order by m.id desc) from class_marks m
    where m.person_id = p.id and m.day = ${date} and m.replaced_at is null) as marks,
  (select to_jsonb(c) from corrections c where c.person_id = p.id and c.day = ${date} and c.state = 'accepted'
    order by c.decided_at desc, c.id desc limit 1) as correction,
  (select to_jsonb(min(l.noted_at)) from leaves l
    where l.person_id = p.id and ${date} between l.first_day and l.last_day) #>> '{}' as "leaveNotedAt",
  (select jsonb_build_object('status', a.status, 'source', a.source) from fixed_absences a
    where a.person_id = p.id and a.day = ${date}) as "fixedAbsence",
  to_char(p.registered_on, 'YYYY-MM-DD') as "registeredOn",
  p.deleted_at is not null as "isDeleted"`;

const institutionDayFrom = (row: InstitutionDayRow, date: LocalDate): InstitutionDay => ({
  date,
  rule: row.rule && timeRuleFromJson(row.rule),
  workingDays: row.workingDays,
  isHoliday: row.isHoliday,
  isEmptied: row.isEmptied,
  closing: row.closing && {
    at: row.closing.reopened_at === null ? new Date(row.closing.closed_at) : null,
    calendar: row.closing.calendar,
    rule: ruleFromJson(row.closing),
  },
});

const personDayFrom = (row: PersonRow): PersonDay => ({
  personId: row.personId,
  savedDay: row.savedDay && dayFromJson(row.savedDay),
  checkIns: (row.checkIns ?? []).map(checkInFromJson),
  marks: (row.marks ?? []).map(markFromJson),
  correction: row.correction && wantedVerdict(row.correction.wanted, row.correction.wanted_time),
  leaveNotedAt: moment(row.leaveNotedAt),
  fixedAbsence: row.fixedAbsence,
  registeredOn: row.registeredOn,
  isDeleted: row.isDeleted,
});

export function createFactsRepository(db: Db): FactsRepository {
  return {
    async ofMany(keys) {
      const given = JSON.stringify(keys.map(({ personId, date }) => ({ personId, date })));
      const isAmong = withinSpan(
        sql`d.day`,
        keys.map(({ date }) => date),
      );
      const rows = await rowsOf<InstitutionDayRow & PersonRow & { date: LocalDate }>(
        db,
        sql`with keys as (
              select distinct k."personId", k.date from jsonb_to_recordset(${given}::jsonb) as k("personId" int, date date)
            ), days as materialized (
              select d.date, ${institutionDayColumns(sql`d.date`)} from (select distinct date from keys) d
            )
            select to_char(k.date, 'YYYY-MM-DD') as date, i.rule, i."workingDays", i."isHoliday", i."isEmptied", i.closing,
              ${personColumns(sql`k.date`, isAmong)}
            from keys k join days i on i.date = k.date join people p on p.id = k."personId" and p.kind <> 'admin'`,
      );
      return rows.map((row) => ({
        institutionDay: institutionDayFrom(row, row.date),
        personDay: personDayFrom(row),
      }));
    },

    async withoutAny(personIds, date) {
      // Looked up person by person: while a day is being closed, the planner takes it for almost empty, and would read all of it.
      const none = (table: SQL, isOnDay: SQL) =>
        sql`(select true from ${table} x where x.person_id = p.id and ${isOnDay} limit 1) is null`;
      const onDay = sql`x.day = ${date}`;
      const rows = await rowsOf<{ id: number }>(
        db,
        sql`select p.id from people p
            where p.id = any(${intArray(personIds)}::int[])
              and p.kind <> 'admin' and p.deleted_at is null and p.registered_on < ${date}
              and ${none(sql`attendance_days`, onDay)} and ${none(sql`check_ins`, onDay)}
              and ${none(sql`class_marks`, sql`${onDay} and x.replaced_at is null`)}
              and ${none(sql`corrections`, sql`${onDay} and x.state = 'accepted'`)}
              and ${none(sql`leaves`, sql`${date} between x.first_day and x.last_day`)}
              and ${none(sql`fixed_absences`, onDay)}`,
      );
      return new Set(rows.map(({ id }) => id));
    },

    institutionDay: async (date) =>
      institutionDayFrom(
        await oneOf<InstitutionDayRow>(db, sql`select ${institutionDayColumns(sql`${date}::date`)}`),
        date,
      ),

    async calendarDays(dates) {
      const rows = await rowsOf<InstitutionDayRow & { date: LocalDate }>(
        db,
        sql`select to_char(d.date, 'YYYY-MM-DD') as date, ${institutionDayColumns(sql`d.date`)}
            from (select day::date as date from jsonb_array_elements_text(${JSON.stringify(dates)}::jsonb) day) d
            order by d.date`,
      );
      return rows.map((row) => {
        const day = institutionDayFrom(row, row.date);
        const calendar =
          day.closing?.calendar ??
          calendarDay(day.date, day.workingDays ?? DEFAULT_WORKING_DAYS, day.isHoliday);
        return { date: day.date, calendar };
      });
    },

    emptied: () =>
      rowsOf<EmptiedDays>(
        db,
        sql`select to_char(since, 'YYYY-MM-DD') as since, to_char(before, 'YYYY-MM-DD') as before
            from emptied_days order by emptied_days.since`,
      ),

    async personDays(date, after, limit) {
      const rows = await rowsOf<PersonRow>(
        db,
        sql`select ${personColumns(sql`${date}::date`)} from people p
            where p.id > ${after} and p.id in (select person_id from attendance_days where day = ${date})
            order by p.id limit ${limit}`,
      );
      return rows.map(personDayFrom);
    },
  };
}
