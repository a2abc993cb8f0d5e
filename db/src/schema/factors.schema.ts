import type { Approval } from '@rollcall/core/auth/approvals/approvals.types';
import type { TicketMeans } from '@rollcall/core/auth/factors/factors.types';
import { bigint, boolean, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytea, id, moment } from './columns.ts';

/** Tables of second factors, of sign-ins that wait for one, and of acts that wait for a second administrator. */

export const passkeys = pgTable('passkeys', {
  id: id(),
  personId: integer('person_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  rpId: text('rp_id').notNull(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
});

export const totpSecrets = pgTable('totp_secrets', {
  personId: integer('person_id').notNull(),
  isActive: boolean('is_active').notNull(),
  masterKeyId: text('master_key_id').notNull(),
  sealed: bytea('sealed').notNull(),
  since: moment('since').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }),
});

export const recoveryCodes = pgTable('recovery_codes', {
  personId: integer('person_id').notNull(),
  digest: bytea('digest').notNull(),
});

export const secondFactorTickets = pgTable('second_factor_tickets', {
  tokenHash: bytea('token_hash').primaryKey(),
  personId: integer('person_id').notNull(),
  means: text('means').$type<TicketMeans>().notNull(),
  passwordDigest: bytea('password_digest'),
  expiresAt: moment('expires_at').notNull(),
  wrongTries: smallint('wrong_tries').notNull().default(0),
});

export const passkeyChallenges = pgTable('passkey_challenges', {
  owner: text('owner').primaryKey(),
  challenge: text('challenge').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const approvals = pgTable('approvals', {
  id: id(),
  act: text('act').$type<Approval['act']>().notNull(),
  method: text('method').notNull(),
  path: text('path').notNull(),
  bodyHash: text('body_hash').notNull(),
  subject: text('subject').notNull(),
  detail: jsonb('detail').$type<Approval['detail']>().notNull(),
  subjectId: integer('subject_id'),
  rank: text('rank').$type<Approval['rank']>().notNull(),
  askedBy: integer('asked_by').notNull(),
  askedAt: moment('asked_at').notNull(),
  decidedBy: integer('decided_by'),
  decidedAt: moment('decided_at'),
  isApproved: boolean('is_approved'),
  usedAt: moment('used_at'),
});
