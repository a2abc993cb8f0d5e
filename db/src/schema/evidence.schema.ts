import type { EvidenceDemand } from '@rollcall/core/attendance/evidence/evidence.types';
import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** Tables of what a check-in must show about the place; see `institution.schema.ts`. */

export const evidenceDemands = pgTable('evidence_demands', {
  kind: text('kind').$type<RegistrableKind>().primaryKey(),
  demand: text('demand').$type<EvidenceDemand>().notNull(),
});

export const placeNetworks = pgTable('place_networks', {
  network: text('network').primaryKey(),
  name: text('name').notNull(),
  addedAt: moment('added_at').notNull(),
  addedBy: integer('added_by'),
});

export const placeSecret = pgTable('place_secret', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  secret: bytea('secret').notNull(),
});
