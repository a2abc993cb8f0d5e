import type { Evidence } from '@rollcall/core/attendance/evidence/evidence.types';
import type { ChallengeStep } from '@rollcall/core/faces/face.types';
import { bigint, bit, boolean, integer, pgTable, real, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, id, moment, xid8 } from './columns.ts';

/** Tables of face keys, templates and scans; see `institution.schema.ts`. */

/** Wrapped data keys, one per person. Separate from the templates, and never part of a backup. */
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
  evidence: text('evidence').$type<Evidence>().notNull().default('device'),
  number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity(),
  enteredCode: boolean('entered_code').notNull().default(false),
  done: smallint('done').notNull().default(0),
  front: bytea('front'),
});

export const seenFaces = pgTable('seen_faces', {
  personId: integer('person_id').notNull(),
  imprint: bit('imprint', { dimensions: 256 }).notNull(),
  seenAt: moment('seen_at').notNull(),
});

export const seenImages = pgTable('seen_images', {
  digest: bytea('digest').primaryKey(),
  seenAt: moment('seen_at').notNull(),
});

/** Facts about the faces of this database; see docs/decisions/0028. */
export const faceState = pgTable('face_state', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  logId: uuid('log_id').notNull().defaultRandom(),
  prunedTo: xid8('pruned_to').notNull(),
  masterKeyId: text('master_key_id'),
  scrubbedTo: xid8('scrubbed_to'),
});

/** The log of changed faces that every server applies. */
export const faceChanges = pgTable('face_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  personId: integer('person_id').notNull(),
  isRemoval: boolean('is_removal').notNull().default(false),
  isErasure: boolean('is_erasure').notNull().default(false),
  xact: xid8('xact').notNull(),
  at: moment('at').notNull(),
});
