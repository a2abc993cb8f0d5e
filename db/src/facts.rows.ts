import type {
  AttendanceDay,
  DaySource,
  DayStatus,
  Means,
  NewCheckIn,
} from '@rollcall/core/attendance/attendance.types';
import type { CorrectionWanted, WantedVerdict } from '@rollcall/core/attendance/correction.types';
import type { ClassMark, MarkMeans, MarkStatus } from '@rollcall/core/classes/class-marks.types';
import type { AutoAbsent, TimeSettings } from '@rollcall/core/settings/settings.types';
import type { LocalDate } from '@rollcall/core/time/local-date';
import { ruleFromDb, timeFromDb } from './time-columns.ts';

/** Rows as `to_jsonb` prints them: the columns' own names, moments as ISO text, times with seconds. */

export interface RuleJson {
  readonly start_time: string;
  readonly grace_minutes: number;
  readonly cutoff_time: string;
  readonly auto_absent_minutes: AutoAbsent;
}

interface CopiedRule {
  readonly rule_start: string;
  readonly rule_grace: number;
  readonly rule_cutoff: string;
  readonly rule_auto_absent: number;
}

export interface CheckInJson extends CopiedRule {
  readonly person_id: number;
  readonly seen_at: string;
  readonly day: LocalDate;
  readonly means: Means;
  readonly score: number | null;
}

export interface DayJson extends CopiedRule {
  readonly person_id: number;
  readonly day: LocalDate;
  readonly status: DayStatus;
  readonly first_in: string | null;
  readonly last_seen: string | null;
  readonly source: DaySource;
  readonly overrode: DayStatus | null;
}

export interface MarkJson extends CopiedRule {
  readonly person_id: number;
  readonly day: LocalDate;
  readonly status: MarkStatus;
  readonly means: MarkMeans;
  readonly score: number | null;
  readonly seen_at: string | null;
  readonly marked_at: string;
}

export interface CorrectionJson {
  readonly wanted: CorrectionWanted;
  readonly wanted_time: string | null;
}

const moment = (text: string | null): Date | null => (text === null ? null : new Date(text));

const copiedRule = (row: CopiedRule): TimeSettings =>
  ruleFromDb({
    ruleStart: row.rule_start,
    ruleGrace: row.rule_grace,
    ruleCutoff: row.rule_cutoff,
    ruleAutoAbsent: row.rule_auto_absent,
  });

export const timeRuleFromJson = (row: RuleJson): TimeSettings => ({
  startTime: timeFromDb(row.start_time),
  graceMinutes: row.grace_minutes,
  cutoffTime: timeFromDb(row.cutoff_time),
  autoAbsentMinutes: row.auto_absent_minutes,
});

export const checkInFromJson = (row: CheckInJson): NewCheckIn => ({
  personId: row.person_id,
  at: new Date(row.seen_at),
  date: row.day,
  means: row.means,
  score: row.score,
  rule: copiedRule(row),
});

export const dayFromJson = (row: DayJson): AttendanceDay => ({
  personId: row.person_id,
  date: row.day,
  status: row.status,
  firstIn: moment(row.first_in),
  lastSeen: moment(row.last_seen),
  rule: copiedRule(row),
  source: row.source,
  overrode: row.overrode,
});

export const markFromJson = (row: MarkJson): ClassMark => ({
  personId: row.person_id,
  date: row.day,
  status: row.status,
  means: row.means,
  score: row.score,
  seenAt: moment(row.seen_at),
  rule: copiedRule(row),
  markedAt: new Date(row.marked_at),
});

/** A constraint holds the two together: a presence has a time, nothing else has. */
export const correctionFromJson = ({ wanted, wanted_time }: CorrectionJson): WantedVerdict =>
  wanted === 'present' ? { wanted, time: timeFromDb(wanted_time ?? '00:00') } : { wanted, time: null };
