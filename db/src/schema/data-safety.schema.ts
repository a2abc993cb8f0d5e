import type { OperationKind, OperationState } from '@rollcall/core/operations/operations.types';
import { bigint, boolean, integer, pgTable, smallint, text, time } from 'drizzle-orm/pg-core';
import { day, id, moment } from './columns.ts';

/** Tables of operations, the backup schedule, privacy settings and consents; see `institution.schema.ts`. */

export const operations = pgTable('operations', {
  id: id(),
  kind: text('kind').$type<OperationKind>().notNull(),
  file: text('file').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  createdAt: moment('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  expiresAt: moment('expires_at').notNull(),
  state: text('state').$type<OperationState>().notNull(),
  done: bigint('done', { mode: 'number' }).notNull().default(0),
  total: bigint('total', { mode: 'number' }).notNull().default(0),
  problem: text('problem'),
});

export const backupSchedule = pgTable('backup_schedule', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  enabled: boolean('enabled').notNull(),
  at: time('at_time').notNull(),
  keepDaily: smallint('keep_daily').notNull(),
  keepWeekly: smallint('keep_weekly').notNull(),
  lastRunOn: day('last_run_on'),
});

export const privacySettings = pgTable('privacy_settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  consentRequired: boolean('consent_required').notNull(),
  consentVersion: text('consent_version').notNull(),
  consentText: text('consent_text').notNull(),
  templatesUnusedDays: integer('templates_unused_days'),
  attendanceYears: smallint('attendance_years'),
  auditYears: smallint('audit_years'),
});

export const consents = pgTable('consents', {
  id: id(),
  personId: integer('person_id').notNull(),
  textVersion: text('text_version').notNull(),
  givenBy: text('given_by').notNull(),
  givenAt: moment('given_at').notNull(),
  notedBy: text('noted_by').notNull(),
  withdrawnAt: moment('withdrawn_at'),
  withdrawnBy: text('withdrawn_by'),
});
