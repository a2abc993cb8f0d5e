import type { LocalDate, LocalTime } from '@rollcall/core/kernel/local-date';
import type { AutoAbsent, TimeSettings } from '@rollcall/core/settings/settings.types';
import { customType, date, integer, smallint, time, timestamp } from 'drizzle-orm/pg-core';

/** Column types that several tables share, and how their values are mapped. */

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A local date in the institution's time zone. */
export const day = (name: string) => date(name, { mode: 'string' }).$type<LocalDate>();

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** Number of a transaction, which never wraps around. */
export const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

export const id = () => integer('id').primaryKey().generatedByDefaultAsIdentity();

/** The time rule in force, copied onto every check-in, day and class mark. */
export const ruleColumns = {
  ruleStart: time('rule_start').notNull(),
  ruleGrace: smallint('rule_grace').notNull(),
  ruleCutoff: time('rule_cutoff').notNull(),
  ruleAutoAbsent: smallint('rule_auto_absent').notNull(),
};

/** Drops the seconds that Postgres prints for a `time`: all times are whole minutes. */
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

/** The copied rule as `to_jsonb` prints it and `json_populate_recordset` reads it. */
export interface RuleColumnsJson {
  readonly rule_start: string;
  readonly rule_grace: number;
  readonly rule_cutoff: string;
  readonly rule_auto_absent: number;
}

export const ruleFromJson = (row: RuleColumnsJson): TimeSettings =>
  ruleFromDb({
    ruleStart: row.rule_start,
    ruleGrace: row.rule_grace,
    ruleCutoff: row.rule_cutoff,
    ruleAutoAbsent: row.rule_auto_absent,
  });

export function ruleToJson(rule: TimeSettings): RuleColumnsJson {
  const { ruleStart, ruleGrace, ruleCutoff, ruleAutoAbsent } = ruleToDb(rule);
  return {
    rule_start: ruleStart,
    rule_grace: ruleGrace,
    rule_cutoff: ruleCutoff,
    rule_auto_absent: ruleAutoAbsent,
  };
}
