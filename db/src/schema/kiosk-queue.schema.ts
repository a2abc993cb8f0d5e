import type { KioskMeans } from '@rollcall/core/attendance/kiosk/kiosk.types';
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** Tables of what kiosks wrote down without a network; see `institution.schema.ts`. */

export const kioskSealingKeys = pgTable('kiosk_sealing_keys', {
  id: text('id').primaryKey(),
  publicKey: bytea('public_key').notNull(),
  masterKeyId: text('master_key_id').notNull(),
  sealed: bytea('sealed').notNull(),
  madeAt: moment('made_at').notNull(),
});

export const kioskQueues = pgTable('kiosk_queues', {
  publicKey: bytea('public_key').primaryKey(),
  number: bigint('number', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
});

export const kioskEntries = pgTable('kiosk_entries', {
  id: uuid('id').primaryKey().defaultRandom(),
  publicKey: bytea('public_key').notNull(),
  number: bigint('number', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  kioskId: uuid('kiosk_id'),
  kioskName: text('kiosk_name').notNull(),
  means: text('means').$type<KioskMeans>(),
  takenAt: moment('taken_at').notNull(),
  receivedAt: moment('received_at').notNull(),
  doubt: text('doubt'),
  personId: integer('person_id'),
  settled: text('settled').$type<'confirmed' | 'dismissed'>(),
  settledAt: moment('settled_at'),
  settledBy: integer('settled_by'),
});
