import type { CardKind } from '@rollcall/core/attendance/kiosk/cards/cards.types';
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** Tables of cards and phones; see `institution.schema.ts`. */

export const cards = pgTable('cards', {
  id: uuid('id').primaryKey().defaultRandom(),
  personId: integer('person_id').notNull(),
  kind: text('kind').$type<CardKind>().notNull(),
  hash: bytea('hash').notNull(),
  masterKeyId: text('master_key_id'),
  sealed: bytea('sealed'),
  ending: text('ending').notNull(),
  issuedAt: moment('issued_at').notNull(),
  issuedBy: integer('issued_by'),
  revokedAt: moment('revoked_at'),
  lastUsedAt: moment('last_used_at'),
});

export const phones = pgTable('phones', {
  id: text('id').primaryKey(),
  personId: integer('person_id').notNull(),
  masterKeyId: text('master_key_id').notNull(),
  sealed: bytea('sealed').notNull(),
  device: text('device').notNull(),
  enrolledAt: moment('enrolled_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  removedAt: moment('removed_at'),
});

export const phoneSteps = pgTable('phone_steps', {
  phoneId: text('phone_id').notNull(),
  step: bigint('step', { mode: 'number' }).notNull(),
  usedAt: moment('used_at').notNull(),
});
