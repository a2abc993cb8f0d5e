import type { EvidenceDemand } from '@rollcall/core/attendance/evidence/evidence.types';
import type { AuditAction, NewAuditEntry } from '@rollcall/core/audit/audit.types';
import type { AgeBand, LivenessPolicy } from '@rollcall/core/faces/face.types';
import type { Role } from '@rollcall/core/kernel/access';
import type { Priority } from '@rollcall/core/notices/notices.types';
import type { PersonKind } from '@rollcall/core/people/people.types';
import type { FirstStep } from '@rollcall/core/settings/first-steps/first-steps.types';
import type { InstitutionKind, Logo, Program, Semester } from '@rollcall/core/settings/settings.types';
import { bigint, boolean, integer, jsonb, pgTable, smallint, text, time, uuid } from 'drizzle-orm/pg-core';
import { bytea, day, id, moment } from './columns.ts';

/**
 * Tables of the institution, people, sign-in, notices, classes and audit. The migrations are authoritative; a
 * test compares every column of the schema files with the migrated database. `$type` narrows a text
 * column to the values that its check constraint allows.
 */

export const institution = pgTable('institution', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  name: text('name').notNull(),
  kind: text('kind').$type<InstitutionKind>().notNull().default('university'),
  timeZone: text('time_zone').notNull(),
  isDemo: boolean('is_demo').notNull().default(false),
  workingDays: smallint('working_days').array().notNull(),
  liveness: text('liveness').$type<LivenessPolicy>().notNull().default('step-up'),
  ages: text('ages').$type<AgeBand>().notNull().default('adults'),
  program: text('program').$type<Program>(),
  semester: text('semester').$type<Semester>(),
  section: text('section'),
  subject: text('subject'),
  colour: text('colour'),
  supportEmail: text('support_email'),
  secondFactorRoles: text('second_factor_roles').array().$type<Role[]>().notNull().default([]),
  needsApproval: boolean('needs_approval').notNull().default(false),
  confirmedSteps: text('confirmed_steps').array().$type<FirstStep[]>().notNull().default([]),
  skippedSteps: text('skipped_steps').array().$type<FirstStep[]>().notNull().default([]),
  firstStepsClosed: boolean('first_steps_closed').notNull().default(true),
});

export const institutionLogo = pgTable('institution_logo', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  bytes: bytea('bytes').notNull(),
  mediaType: text('media_type').$type<Logo['mediaType']>().notNull(),
  version: text('version').notNull(),
});

/** The zones that held before a day. */
export const earlierZones = pgTable('earlier_zones', {
  beforeDay: day('before_day').primaryKey(),
  timeZone: text('time_zone').notNull(),
});

export const people = pgTable('people', {
  id: id(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  username: text('username'),
  /** Above 0 for usernames that were taken for different ones before they were compared by `account_key`. */
  usernameTwin: integer('username_twin').notNull().default(0),
  kind: text('kind').$type<PersonKind>().notNull(),
  classSection: text('class_section'),
  registeredOn: day('registered_on').notNull(),
  deletedAt: moment('deleted_at'),
  uid: uuid('uid').notNull().defaultRandom(),
  role: text('role').$type<Role>().notNull().default('member'),
  officeOf: text('office_of').$type<'institution' | 'sections'>().notNull().default('institution'),
  email: text('email'),
  emailUnchecked: boolean('email_unchecked').notNull().default(false),
  contactPhone: text('contact_phone'),
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
  section: text('section'),
  classId: integer('class_id'),
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
  /** What its people must show besides a face, more than others of their kind. */
  evidenceDemand: text('evidence_demand').$type<EvidenceDemand>(),
});

export const classMembers = pgTable('class_members', {
  classId: integer('class_id').notNull(),
  personId: integer('person_id').notNull(),
});

export const classMeetings = pgTable('class_sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  classId: integer('class_id').notNull(),
  day: day('day').notNull(),
  openedAt: moment('opened_at').notNull(),
  openedBy: integer('opened_by'),
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
  subjectId: integer('subject_id'),
});
