import type { LocalDate } from '@rollcall/core/time/local-date';
import { customType, date, integer, smallint, time, timestamp } from 'drizzle-orm/pg-core';

/** Kinds of columns that several tables share. */

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A local day of the institution. */
export const day = (name: string) => date(name, { mode: 'string' }).$type<LocalDate>();

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

export const id = () => integer('id').primaryKey().generatedByDefaultAsIdentity();

/** The rule that held, copied onto every event and verdict. */
export const ruleColumns = {
  ruleStart: time('rule_start').notNull(),
  ruleGrace: smallint('rule_grace').notNull(),
  ruleCutoff: time('rule_cutoff').notNull(),
  ruleAutoAbsent: smallint('rule_auto_absent').notNull(),
};
