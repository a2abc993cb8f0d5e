import type { SignInMeans } from '@rollcall/core/auth/auth.types';
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, day, id, moment } from './columns.ts';

/** Tables of accounts and signing in; `people` holds their role. */

export const officeSections = pgTable('office_sections', {
  personId: integer('person_id').notNull(),
  section: text('section').notNull(),
});

export const credentials = pgTable('credentials', {
  personId: integer('person_id').primaryKey(),
  passwordHash: text('password_hash').notNull(),
  changedAt: moment('changed_at').notNull(),
  mustChange: boolean('must_change').notNull().default(false),
});

export const sessions = pgTable('sessions', {
  id: id(),
  tokenHash: bytea('token_hash').notNull(),
  personId: integer('person_id').notNull(),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull().default(''),
  means: text('means').$type<SignInMeans>().notNull().default('password'),
  confirmedAt: moment('confirmed_at'),
});

export const loginAttempts = pgTable('login_attempts', {
  id: id(),
  account: text('account').notNull(),
  address: text('address').notNull(),
  failedAt: moment('failed_at').notNull(),
});

/** With days: a substitute for those days. */
export const classTeachers = pgTable('class_teachers', {
  id: id(),
  classId: integer('class_id').notNull(),
  personId: integer('person_id').notNull(),
  firstDay: day('first_day'),
  lastDay: day('last_day'),
});
