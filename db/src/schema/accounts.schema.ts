import type { SignInMeans } from '@rollcall/core/auth/auth.types';
import type { LinkPurpose } from '@rollcall/core/auth/links/links.rules';
import type { Action } from '@rollcall/core/kernel/access';
import type { Language } from '@rollcall/core/kernel/language';
import type { MailKind, OutboxMail } from '@rollcall/core/mail/mail.types';
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
  deviceId: integer('device_id'),
});

/** Browsers in which a person has signed in before. */
export const knownDevices = pgTable('known_devices', {
  id: id(),
  personId: integer('person_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  usedAt: moment('used_at').notNull(),
});

/** Mails to be sent; see docs/decisions/0042. */
export const outbox = pgTable('outbox', {
  id: id(),
  kind: text('kind').$type<MailKind>().notNull(),
  personId: integer('person_id'),
  toAddress: text('to_address'),
  language: text('language').$type<Language>().notNull(),
  askedFrom: text('asked_from').notNull(),
  askedAt: moment('asked_at').notNull(),
  kioskSilenceId: uuid('kiosk_silence_id'),
  tries: integer('tries').notNull().default(0),
  state: text('state').$type<OutboxMail['state']>().notNull().default('waiting'),
  problem: text('problem'),
  changedAt: moment('changed_at').notNull(),
});

export const passwordLinks = pgTable('password_links', {
  personId: integer('person_id').notNull(),
  purpose: text('purpose').$type<LinkPurpose>().notNull(),
  isMailed: boolean('is_mailed').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
  accountState: bytea('account_state').notNull(),
});

export const apiTokens = pgTable('api_tokens', {
  id: id(),
  personId: integer('person_id').notNull(),
  name: text('name').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  actions: text('actions').array().$type<Action[]>().notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  lastUsedAt: moment('last_used_at'),
});

/** With days: a substitute for those days. */
export const classTeachers = pgTable('class_teachers', {
  id: id(),
  classId: integer('class_id').notNull(),
  personId: integer('person_id').notNull(),
  firstDay: day('first_day'),
  lastDay: day('last_day'),
});
