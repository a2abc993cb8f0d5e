import type { RecognisedFace } from '@rollcall/core/attendance/kiosk/kiosk.ports';
import type {
  Kiosk,
  KioskDirection,
  KioskLiveness,
  KioskMeans,
  KioskScope,
} from '@rollcall/core/attendance/kiosk/kiosk.types';
import type { ChallengeStep } from '@rollcall/core/faces/face.types';
import type { NamingReasons, StrangersIn } from '@rollcall/core/faces/matching/naming.rules';
import type { Language } from '@rollcall/core/kernel/language';
import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { bigint, boolean, integer, jsonb, pgTable, real, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** Tables of kiosks and PINs; see `institution.schema.ts`. */

export const kiosks = pgTable('kiosks', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  place: text('place').notNull(),
  scope: text('scope').$type<KioskScope['of']>().notNull(),
  kinds: text('kinds').array().$type<RegistrableKind[]>().notNull(),
  sections: text('sections').array().notNull(),
  classId: integer('class_id'),
  direction: text('direction').$type<KioskDirection>().notNull(),
  means: text('means').array().$type<KioskMeans[]>().notNull(),
  language: text('language').$type<Language>().notNull(),
  sound: boolean('sound').notNull(),
  liveness: text('liveness').$type<KioskLiveness>().notNull(),
  strangersIn: integer('strangers_in').$type<StrangersIn>().notNull(),
  keepsPresent: boolean('keeps_present').notNull(),
  addedAt: moment('added_at').notNull(),
  addedBy: integer('added_by'),
});

export const kioskKeys = pgTable('kiosk_keys', {
  kioskId: uuid('kiosk_id').primaryKey(),
  publicKey: bytea('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull().default(0),
  device: text('device').notNull(),
  pairedAt: moment('paired_at').notNull(),
  pairedBy: integer('paired_by'),
  lastSeenAt: moment('last_seen_at'),
});

export const kioskPairings = pgTable('kiosk_pairings', {
  codeHash: bytea('code_hash').primaryKey(),
  publicKey: bytea('public_key').notNull(),
  device: text('device').notNull(),
  address: text('address').notNull(),
  askedAt: moment('asked_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  kioskId: uuid('kiosk_id'),
});

export const pins = pgTable('pins', {
  personId: integer('person_id').primaryKey(),
  masterKeyId: text('master_key_id').notNull(),
  sealed: bytea('sealed').notNull(),
  changedAt: moment('changed_at').notNull(),
});

/** PINs that were replaced or removed, for entries of that time. */
export const formerPins = pgTable('former_pins', {
  personId: integer('person_id').notNull(),
  until: moment('until').notNull(),
  masterKeyId: text('master_key_id').notNull(),
  sealed: bytea('sealed').notNull(),
});

/** Settings of kiosks that were changed, for entries of that time. */
export const formerKioskSettings = pgTable('former_kiosk_settings', {
  kioskId: uuid('kiosk_id').notNull(),
  until: moment('until').notNull(),
  settings: jsonb('settings').$type<Kiosk>().notNull(),
});

export const kioskAnswers = pgTable('kiosk_answers', {
  id: uuid('id').primaryKey().defaultRandom(),
  kioskId: uuid('kiosk_id').notNull(),
  at: moment('at').notNull(),
  outcome: text('outcome').notNull(),
  means: text('means').$type<KioskMeans>().notNull(),
  personId: integer('person_id'),
  checkInId: bigint('check_in_id', { mode: 'number' }),
  candidates: integer('candidates'),
  measure: text('measure').$type<NamingReasons['measure']>(),
  needed: real('needed'),
  reached: real('reached'),
  score: real('score'),
  margin: real('margin'),
  takenBackAt: moment('taken_back_at'),
});

export const kioskMovements = pgTable('kiosk_movements', {
  id: uuid('id').primaryKey().defaultRandom(),
  kioskId: uuid('kiosk_id').notNull(),
  personId: integer('person_id').notNull(),
  front: bytea('front'),
  kind: text('kind').$type<RecognisedFace['kind']>().notNull(),
  people: integer('people').array().notNull(),
  reasons: jsonb('reasons').$type<NamingReasons>().notNull(),
  steps: text('steps').array().$type<ChallengeStep[]>().notNull(),
  done: smallint('done').notNull().default(0),
  askedAt: moment('asked_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const kioskTries = pgTable('kiosk_tries', {
  id: uuid('id').primaryKey().defaultRandom(),
  kioskId: uuid('kiosk_id').notNull(),
  asks: text('asks').$type<'two_digits' | 'pin'>().notNull(),
  people: integer('people').array().notNull(),
  reasons: jsonb('reasons').$type<NamingReasons>().notNull(),
  wrongTries: smallint('wrong_tries').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
});
