import type { FactsRepository, InstitutionDay, PersonDay } from '@rollcall/core/attendance/attendance.ports';
import type {
  AttendanceDay,
  CorrectionWanted,
  DaySource,
  DayStatus,
  Means,
  NewCheckIn,
} from '@rollcall/core/attendance/attendance.types';
import type { ClassMark, MarkMeans, MarkStatus } from '@rollcall/core/classes/classes.types';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import type { AutoAbsent, TimeSettings } from '@rollcall/core/settings/settings.types';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../connection.ts';
import { type RuleColumnsJson, ruleFromJson, timeFromDb } from '../schema/columns.ts';
import { wantedVerdict } from './corrections.repository.ts';

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
}

interface DayJson extends RuleColumnsJson {
  readonly person_id: number;
  readonly day: LocalDate;
  readonly status: DayStatus;
  readonly first_in: string | null;
  readonly last_seen: string | null;
  readonly source: DaySource;
  readonly overrode: DayStatus | null;
}

interface MarkJson extends RuleColumnsJson {
  readonly person_id: number;
  readonly day: LocalDate;
  readonly status: MarkStatus;
  readonly means: MarkMeans;
  readonly score: number | null;
  readonly seen_at: string | null;
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
});

const markFromJson = (row: MarkJson): ClassMark => ({
  personId: row.person_id,
  date: row.day,
  status: row.status,
  means: row.means,
  score: row.score,
  seenAt: moment(row.seen_at),
  rule: ruleFromJson(row),
  markedAt: new Date(row.marked_at),
});

interface InstitutionDayRow {
  readonly rule: RuleJson | null;
  readonly workingDays: number[] | null;
  readonly isHoliday: boolean;
  readonly isClosed: boolean;
}

interface PersonRow {
  readonly personId: number;
  readonly savedDay: DayJson | null;
  readonly checkIns: CheckInJson[] | null;
  readonly marks: MarkJson[] | null;
  readonly correction: CorrectionJson | null;
  readonly isOnLeave: boolean;
}

const institutionDayColumns = (date: LocalDate): SQL => sql`
  (select to_jsonb(r) from time_rules r where effective_from <= ${date} order by effective_from desc limit 1) as rule,
  (select working_days from institution) as "workingDays",
  exists (select 1 from holidays where day = ${date}) as "isHoliday",
  exists (select 1 from closed_days where day = ${date}) as "isClosed"`;

/** Columns of a person `p`. */
const personColumns = (date: LocalDate): SQL => sql`
  p.id as "personId",
  (select to_jsonb(d) from attendance_days d where d.person_id = p.id and d.day = ${date}) as "savedDay",
  (select jsonb_agg(to_jsonb(c) order by c.seen_at) from check_ins c
    where c.person_id = p.id and c.day = ${date}) as "checkIns",
  (select jsonb_agg(to_jsonb(m) order by m.id desc) from class_marks m
    where m.person_id = p.id and m.day = ${date} and m.replaced_at is null) as marks,
  (select to_jsonb(c) from corrections c where c.person_id = p.id and c.day = ${date} and c.state = 'accepted'
    order by c.decided_at desc, c.id desc limit 1) as correction,
  exists (select 1 from leaves l where l.person_id = p.id and ${date} between l.first_day and l.last_day) as "isOnLeave"`;

const institutionDayFrom = (row: InstitutionDayRow, date: LocalDate): InstitutionDay => ({
  date,
  rule: row.rule && timeRuleFromJson(row.rule),
  workingDays: row.workingDays,
  isHoliday: row.isHoliday,
  isClosed: row.isClosed,
});

const personDayFrom = (row: PersonRow): PersonDay => ({
  personId: row.personId,
  savedDay: row.savedDay && dayFromJson(row.savedDay),
  checkIns: (row.checkIns ?? []).map(checkInFromJson),
  marks: (row.marks ?? []).map(markFromJson),
  correction: row.correction && wantedVerdict(row.correction.wanted, row.correction.wanted_time),
  isOnLeave: row.isOnLeave,
});

export function createFactsRepository(db: Db): FactsRepository {
  return {
    async of(personId, date) {
      const row = await oneOf<InstitutionDayRow & PersonRow>(
        db,
        sql`select ${institutionDayColumns(date)}, ${personColumns(date)} from people p where p.id = ${personId}`,
      );
      return { institutionDay: institutionDayFrom(row, date), personDay: personDayFrom(row) };
    },

    institutionDay: async (date) =>
      institutionDayFrom(
        await oneOf<InstitutionDayRow>(db, sql`select ${institutionDayColumns(date)}`),
        date,
      ),

    async personDays(date, after, limit) {
      const rows = await rowsOf<PersonRow>(
        db,
        sql`select ${personColumns(date)} from people p
            where p.id > ${after} and p.id in (select person_id from attendance_days where day = ${date})
            order by p.id limit ${limit}`,
      );
      return rows.map(personDayFrom);
    },
  };
}
