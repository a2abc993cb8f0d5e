import type { PresenceSource } from '@rollcall/core/attendance/today/present/present.ports';
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, day, id, moment } from './columns.ts';

/** Tables of drills and of the exit PIN of kiosks; see `institution.schema.ts`. */

export const kioskExitPin = pgTable('kiosk_exit_pin', {
  id: boolean('id').primaryKey().default(true),
  salt: bytea('salt').notNull(),
  rounds: integer('rounds').notNull(),
  hash: bytea('hash').notNull(),
  changedAt: moment('changed_at').notNull(),
});

export const drills = pgTable('drills', {
  id: id(),
  day: day('day').notNull(),
  startedAt: moment('started_at').notNull(),
  startedBy: integer('started_by'),
  endedAt: moment('ended_at'),
  endedBy: integer('ended_by'),
});

export const drillPeople = pgTable('drill_people', {
  drillId: integer('drill_id').notNull(),
  personId: integer('person_id').notNull(),
  wasIn: boolean('was_in').notNull(),
  seenAt: moment('seen_at'),
  seenBy: text('seen_by').$type<PresenceSource>(),
  place: text('place'),
  tickedAt: moment('ticked_at'),
  tickedBy: integer('ticked_by'),
});
