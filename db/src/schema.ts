import type { DayStatus, Means } from '@rollcall/core/attendance/attendance.types';
import type { AuditAction, NewAuditEntry } from '@rollcall/core/audit/audit.types';
import type { OperationKind } from '@rollcall/core/backup/backup.types';
import type { ChallengeStep, LivenessPolicy } from '@rollcall/core/faces/face.types';
import type { Priority } from '@rollcall/core/notices/notices.types';
import type { PersonKind } from '@rollcall/core/people/people.types';
import type { Program, Semester } from '@rollcall/core/settings/settings.types';
import type { LocalDate } from '@rollcall/core/time/local-date';
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  time,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * The tables as TypeScript sees them. The migrations are the truth; a test compares every column here with the
 * migrated database. Text columns with a check constraint carry the union type that the constraint guarantees.
 */
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const day = (name: string) => date(name, { mode: 'string' }).$type<LocalDate>();
const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
const id = () => integer('id').primaryKey().generatedByDefaultAsIdentity();

export const institution = pgTable('institution', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  name: text('name').notNull(),
  timeZone: text('time_zone').notNull(),
  isDemo: boolean('is_demo').notNull().default(false),
  workingDays: smallint('working_days').array().notNull(),
  liveness: text('liveness').$type<LivenessPolicy>().notNull().default('step-up'),
  program: text('program').$type<Program>(),
  semester: text('semester').$type<Semester>(),
  section: text('section'),
  subject: text('subject'),
});

export const people = pgTable('people', {
  id: id(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  username: text('username'),
  kind: text('kind').$type<PersonKind>().notNull(),
  classSection: text('class_section'),
  registeredOn: day('registered_on').notNull(),
  deletedAt: moment('deleted_at'),
});

export const credentials = pgTable('credentials', {
  personId: integer('person_id').primaryKey(),
  passwordHash: text('password_hash').notNull(),
  changedAt: moment('changed_at').notNull(),
});

export const sessions = pgTable('sessions', {
  id: id(),
  tokenHash: bytea('token_hash').notNull(),
  personId: integer('person_id').notNull(),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  address: text('address').notNull(),
});

export const loginAttempts = pgTable('login_attempts', {
  id: id(),
  account: text('account').notNull(),
  address: text('address').notNull(),
  failedAt: moment('failed_at').notNull(),
});

export const notices = pgTable('notices', {
  id: id(),
  title: text('title').notNull(),
  content: text('content').notNull(),
  priority: text('priority').$type<Priority>().notNull(),
  tags: text('tags').array().notNull(),
  createdAt: moment('created_at').notNull(),
  authorId: integer('author_id'),
  authorName: text('author_name').notNull(),
});

export const noticeReaders = pgTable('notice_readers', {
  noticeId: integer('notice_id').notNull(),
  personId: integer('person_id').notNull(),
  viewedAt: moment('viewed_at').notNull(),
  liked: boolean('liked').notNull().default(false),
  bookmarked: boolean('bookmarked').notNull().default(false),
});

export const classes = pgTable('classes', {
  id: id(),
  name: text('name').notNull(),
  program: text('program').$type<Program>().notNull(),
  semester: text('semester').$type<Semester>().notNull(),
  section: text('section').notNull(),
  subject: text('subject').notNull(),
  startTime: time('start_time').notNull(),
  endTime: time('end_time').notNull(),
  weekdays: smallint('weekdays').array().notNull(),
});

export const classMembers = pgTable('class_members', {
  classId: integer('class_id').notNull(),
  personId: integer('person_id').notNull(),
});

export const classSessions = pgTable('class_sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  classId: integer('class_id').notNull(),
  day: day('day').notNull(),
  openedAt: moment('opened_at').notNull(),
  openedBy: integer('opened_by'),
});

export const timeRules = pgTable('time_rules', {
  effectiveFrom: day('effective_from').primaryKey(),
  startTime: time('start_time').notNull(),
  graceMinutes: smallint('grace_minutes').notNull(),
  cutoffTime: time('cutoff_time').notNull(),
  autoAbsentMinutes: smallint('auto_absent_minutes').notNull(),
  savedAt: moment('saved_at').notNull(),
  savedBy: integer('saved_by'),
});

/** The rule that held, copied onto every event and verdict. */
const ruleColumns = {
  ruleStart: time('rule_start').notNull(),
  ruleGrace: smallint('rule_grace').notNull(),
  ruleCutoff: time('rule_cutoff').notNull(),
  ruleAutoAbsent: smallint('rule_auto_absent').notNull(),
};

export const checkIns = pgTable('check_ins', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  personId: integer('person_id').notNull(),
  seenAt: moment('seen_at').notNull(),
  day: day('day').notNull(),
  means: text('means').$type<Means>().notNull(),
  score: real('score'),
  ...ruleColumns,
});

export const attendanceDays = pgTable('attendance_days', {
  personId: integer('person_id').notNull(),
  day: day('day').notNull(),
  status: text('status').$type<DayStatus>().notNull(),
  firstIn: moment('first_in'),
  lastSeen: moment('last_seen'),
  ...ruleColumns,
  decidedAt: moment('decided_at').notNull(),
});

/** Wrapped data keys live apart from what they open, and no backup holds them. */
export const faceKeys = pgTable('face_keys', {
  personId: integer('person_id').primaryKey(),
  masterKeyId: text('master_key_id').notNull(),
  wrappedKey: bytea('wrapped_key').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const faceTemplates = pgTable('face_templates', {
  id: id(),
  personId: integer('person_id').notNull(),
  modelId: text('model_id').notNull(),
  sealed: bytea('sealed').notNull(),
  quality: real('quality').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const lookAlikes = pgTable('look_alikes', {
  personA: integer('person_a').notNull(),
  personB: integer('person_b').notNull(),
  notedAt: moment('noted_at').notNull(),
  notedBy: integer('noted_by'),
});

export const faceScans = pgTable('face_scans', {
  id: uuid('id').primaryKey().defaultRandom(),
  personId: integer('person_id').notNull(),
  sessionId: integer('session_id').notNull(),
  challenge: text('challenge').array().$type<ChallengeStep[]>().notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  spentAt: moment('spent_at'),
  acceptedAt: moment('accepted_at'),
  usedAt: moment('used_at'),
  score: real('score'),
});

export const seenImages = pgTable('seen_images', {
  digest: bytea('digest').primaryKey(),
  seenAt: moment('seen_at').notNull(),
});

export const operations = pgTable('operations', {
  id: id(),
  kind: text('kind').$type<OperationKind>().notNull(),
  file: text('file').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  createdAt: moment('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const audit = pgTable('audit', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  at: moment('at').notNull(),
  actorId: integer('actor_id'),
  actorName: text('actor_name').notNull(),
  action: text('action').$type<AuditAction>().notNull(),
  subject: text('subject'),
  address: text('address').notNull(),
  detail: jsonb('detail').$type<NewAuditEntry['detail']>().notNull(),
});
