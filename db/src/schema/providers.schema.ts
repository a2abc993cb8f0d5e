import type { GroupRole } from '@rollcall/core/auth/providers/providers.types';
import type { PersonKind, RegistrableKind } from '@rollcall/core/people/people.types';
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, id, moment } from './columns.ts';

/** Tables of signing in with an identity provider. */

export const identityProviders = pgTable('identity_providers', {
  id: id(),
  name: text('name').notNull(),
  issuer: text('issuer').notNull(),
  clientId: text('client_id').notNull(),
  secretKeyId: text('secret_key_id'),
  sealedSecret: bytea('sealed_secret'),
  scopes: text('scopes').array().notNull(),
  isActive: boolean('is_active').notNull(),
  trustedDomains: text('trusted_domains').array().notNull(),
  asksSecondFactor: boolean('asks_second_factor').notNull(),
  createsKind: text('creates_kind').$type<RegistrableKind>(),
  createsDomains: text('creates_domains').array().notNull(),
  createsSection: text('creates_section'),
  createsNumberClaim: text('creates_number_claim'),
  groupsClaim: text('groups_claim'),
  createdAt: moment('created_at').notNull(),
});

export const providerGroups = pgTable(
  'provider_groups',
  {
    providerId: integer('provider_id').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<GroupRole>().notNull(),
    sections: text('sections').array(),
    kind: text('kind').$type<PersonKind>(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.name] })],
);

export const providerLinks = pgTable(
  'provider_links',
  {
    providerId: integer('provider_id').notNull(),
    subject: text('subject').notNull(),
    personId: integer('person_id').notNull(),
    linkedAt: moment('linked_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    groupRole: text('group_role').$type<GroupRole>(),
    groupSections: text('group_sections').array(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.subject] })],
);

/** The role that groups gave a person, and the one to return to. */
export const groupRoles = pgTable('group_roles', {
  personId: integer('person_id').primaryKey(),
  role: text('role').$type<GroupRole>().notNull(),
  roleBefore: text('role_before').$type<GroupRole>().notNull(),
  sectionsBefore: text('sections_before').array(),
});

export const providerAttempts = pgTable('provider_attempts', {
  stateHash: bytea('state_hash').primaryKey(),
  browserHash: bytea('browser_hash').notNull(),
  providerId: integer('provider_id').notNull(),
  nonce: text('nonce').notNull(),
  verifier: text('verifier').notNull(),
  redirectUri: text('redirect_uri').notNull(),
  next: text('next'),
  address: text('address').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const providerTickets = pgTable('provider_tickets', {
  ticketHash: bytea('ticket_hash').primaryKey(),
  browserHash: bytea('browser_hash').notNull(),
  providerId: integer('provider_id').notNull(),
  personId: integer('person_id').notNull(),
  createdAt: moment('created_at').notNull(),
});
