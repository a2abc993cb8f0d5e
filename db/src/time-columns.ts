import type { AutoAbsent, TimeSettings } from '@rollcall/core/settings/settings.types';
import type { LocalTime } from '@rollcall/core/time/local-date';

/** Postgres prints a `time` with seconds; we store and speak whole minutes. */
export const timeFromDb = (text: string): LocalTime => text.slice(0, 5) as LocalTime; // a `time` column always prints HH:MM:SS

interface RuleColumns {
  readonly ruleStart: string;
  readonly ruleGrace: number;
  readonly ruleCutoff: string;
  readonly ruleAutoAbsent: number;
}

export const ruleFromDb = (row: RuleColumns): TimeSettings => ({
  startTime: timeFromDb(row.ruleStart),
  graceMinutes: row.ruleGrace,
  cutoffTime: timeFromDb(row.ruleCutoff),
  autoAbsentMinutes: row.ruleAutoAbsent as AutoAbsent, // copied from time_rules, whose check constraint allows no other
});

export const ruleToDb = (rule: TimeSettings): RuleColumns => ({
  ruleStart: rule.startTime,
  ruleGrace: rule.graceMinutes,
  ruleCutoff: rule.cutoffTime,
  ruleAutoAbsent: rule.autoAbsentMinutes,
});
