import type { JobState } from '@rollcall/core/jobs/jobs.types';
import type { OperationKind, OperationState } from '@rollcall/core/operations/operations.types';
import type { ConsentMethod } from '@rollcall/core/privacy/privacy.types';
import { bigint, boolean, integer, jsonb, pgTable, smallint, text, time, uuid } from 'drizzle-orm/pg-core';
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
  jobId: bigint('job_id', { mode: 'number' }),
  scheduled: boolean('scheduled').notNull().default(false),
  verifiedAt: moment('verified_at'),
});

/** Work that outlives a request; its repository is written in SQL. */
export const jobs = pgTable('jobs', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  kind: text('kind').notNull(),
  key: text('key').notNull(),
  state: text('state').$type<JobState>().notNull(),
  pinned: boolean('pinned').notNull().default(false),
  owner: text('owner'),
  leaseUntil: moment('lease_until'),
  attempts: integer('attempts').notNull().default(0),
  failures: integer('failures').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull(),
  done: bigint('done', { mode: 'number' }).notNull().default(0),
  total: bigint('total', { mode: 'number' }).notNull().default(0),
  input: jsonb('input').notNull(),
  cursor: jsonb('cursor').notNull(),
  result: jsonb('result').notNull(),
  problem: text('problem'),
  problemCode: text('problem_code'),
  createdAt: moment('created_at').notNull(),
  startedAt: moment('started_at'),
  finishedAt: moment('finished_at'),
  lastSuccessAt: moment('last_success_at'),
  lastFailureAt: moment('last_failure_at'),
});

export const filePlaces = pgTable('file_places', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  mark: text('mark').notNull(),
  confirmedAt: moment('confirmed_at').notNull(),
  since: moment('since').notNull(),
});

export const setupCodes = pgTable('setup_codes', {
  digest: text('digest').primaryKey(),
  printedAt: moment('printed_at').notNull(),
});

export const backupSchedule = pgTable('backup_schedule', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  enabled: boolean('enabled').notNull(),
  at: time('at_time').notNull(),
  keepDaily: smallint('keep_daily').notNull(),
  keepWeekly: smallint('keep_weekly').notNull(),
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
  method: text('method').$type<ConsentMethod>(),
  agreedOn: day('agreed_on'),
  withdrawnAt: moment('withdrawn_at'),
  withdrawnBy: text('withdrawn_by'),
});

/** The last time that a server with a believed clock saved; see core/src/clock-guard. */
export const knownTime = pgTable('known_time', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  at: moment('at').notNull(),
});

/** Who must not come back with a restore; see docs/decisions/0032. */
export const tombstones = pgTable('tombstones', {
  id: id(),
  personUid: uuid('person_uid'),
  what: text('what').$type<'deleted' | 'erased' | 'consent_withdrawn'>().notNull(),
  at: moment('at').notNull(),
  formerCode: text('former_code'),
});

/** Days whose attendance retention removed, by the file of the removal; see docs/decisions/0027. */
export const emptiedDays = pgTable('emptied_days', {
  file: text('file').primaryKey(),
  since: day('since').notNull(),
  before: day('before').notNull(),
});

/** Removals by retention; see docs/decisions/0027. */
export const retentionRuns = pgTable('retention_runs', {
  operationId: integer('operation_id').primaryKey(),
  state: text('state').$type<'writing' | 'removing' | 'done' | 'failed'>().notNull(),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at'),
  done: bigint('done', { mode: 'number' }).notNull().default(0),
  total: bigint('total', { mode: 'number' }).notNull().default(0),
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  sha256: text('sha256').notNull().default(''),
  months: jsonb('months').notNull().default([]),
  removed: jsonb('removed').notNull().default({}),
  undoneAt: moment('undone_at'),
  putBack: jsonb('put_back').notNull().default({}),
});
