import type { CameraCondition } from '@rollcall/core/attendance/kiosk/care/health.types';
import { bigint, boolean, integer, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

export const kioskHealth = pgTable('kiosk_health', {
  kioskId: uuid('kiosk_id').primaryKey(),
  at: moment('at').notNull(),
  appVersion: text('app_version').notNull(),
  camera: text('camera').$type<CameraCondition>().notNull(),
  cameraSince: moment('camera_since').notNull(),
  brightness: real('brightness'),
  clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }).notNull(),
  storageUsed: bigint('storage_used', { mode: 'number' }),
  storageGranted: bigint('storage_granted', { mode: 'number' }),
  isStoragePersistent: boolean('is_storage_persistent').notNull(),
  queue: integer('queue').notNull(),
  undelivered: integer('undelivered').notNull().default(0),
  hasWakeLock: boolean('has_wake_lock').notNull(),
});

export const kioskCounts = pgTable(
  'kiosk_counts',
  {
    kioskId: uuid('kiosk_id').notNull(),
    slot: moment('slot').notNull(),
    asked: integer('asked').notNull(),
    answered: integer('answered').notNull(),
    secondTries: integer('second_tries').notNull(),
    answerTimes: integer('answer_times').array().notNull(),
    cameraRestarts: integer('camera_restarts').notNull(),
    faces: integer('faces').notNull(),
    backlitFaces: integer('backlit_faces').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kioskId, table.slot] })],
);

export const kioskSilences = pgTable('kiosk_silences', {
  id: uuid('id').primaryKey().defaultRandom(),
  kioskId: uuid('kiosk_id').notNull(),
  since: moment('since').notNull(),
  noticedAt: moment('noticed_at').notNull(),
  backAt: moment('back_at'),
  toldAt: moment('told_at'),
});

export const kioskWatch = pgTable('kiosk_watch', {
  isOnly: boolean('is_only').primaryKey().default(true),
  since: moment('since').notNull(),
  checkedAt: moment('checked_at').notNull(),
});
