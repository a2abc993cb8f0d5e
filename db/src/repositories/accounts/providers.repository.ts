import type { ProviderRepository } from '@rollcall/core/auth/providers/providers.ports';
import type { GroupRule, Provider, ProviderSettings } from '@rollcall/core/auth/providers/providers.types';
import { and, asc, count, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { type Db, intArray, rowsOf, writtenRow } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { credentials } from '../../schema/accounts.schema.ts';
import { people } from '../../schema/institution.schema.ts';
import {
  groupRoles,
  identityProviders,
  providerGroups,
  providerLinks,
  providerTickets,
} from '../../schema/providers.schema.ts';

type ProviderRow = typeof identityProviders.$inferSelect;
const LINKS_MAX = 500;

const providerFrom = (row: ProviderRow, groups: readonly GroupRule[]): Provider => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  clientId: row.clientId,
  secret:
    row.secretKeyId === null || row.sealedSecret === null
      ? null
      : { masterKeyId: row.secretKeyId, sealed: row.sealedSecret },
  scopes: row.scopes,
  isActive: row.isActive,
  trustedDomains: row.trustedDomains,
  asksSecondFactor: row.asksSecondFactor,
  creation:
    row.createsKind === null
      ? null
      : {
          kind: row.createsKind,
          domains: row.createsDomains,
          section: row.createsSection,
          numberClaim: row.createsNumberClaim,
        },
  groupsClaim: row.groupsClaim,
  groups,
});

const columnsOf = ({ creation, groups: _, ...settings }: ProviderSettings) => ({
  name: settings.name,
  issuer: settings.issuer,
  clientId: settings.clientId,
  scopes: [...settings.scopes],
  isActive: settings.isActive,
  trustedDomains: [...settings.trustedDomains],
  asksSecondFactor: settings.asksSecondFactor,
  createsKind: creation?.kind ?? null,
  createsDomains: [...(creation?.domains ?? [])],
  createsSection: creation?.section ?? null,
  createsNumberClaim: creation?.numberClaim ?? null,
  groupsClaim: settings.groupsClaim,
});

export function createProviderRepository(db: Db): ProviderRepository {
  const groupsOf = async (ids: readonly number[]): Promise<ReadonlyMap<number, GroupRule[]>> => {
    const rows = await db
      .select()
      .from(providerGroups)
      .where(inArray(providerGroups.providerId, [...ids]))
      .orderBy(asc(providerGroups.name));
    const found = new Map<number, GroupRule[]>(ids.map((id) => [id, []]));
    for (const { providerId, name, role, sections, kind } of rows)
      found.get(providerId)?.push({ group: name, role, sections, kind });
    return found;
  };

  const saveGroups = async (providerId: number, groups: readonly GroupRule[]): Promise<void> => {
    await db.delete(providerGroups).where(eq(providerGroups.providerId, providerId));
    if (groups.length === 0) return;
    await db.insert(providerGroups).values(
      groups.map(({ group, role, sections, kind }) => ({
        providerId,
        name: group,
        role,
        sections: role === 'office' && sections !== null ? [...sections] : null,
        kind,
      })),
    );
  };

  const linkWhere = async (condition: ReturnType<typeof and>) => {
    const [row] = await db
      .select({
        providerId: providerLinks.providerId,
        subject: providerLinks.subject,
        personId: providerLinks.personId,
        linkedAt: providerLinks.linkedAt,
        lastUsedAt: providerLinks.lastUsedAt,
      })
      .from(providerLinks)
      .where(condition);
    return row ?? null;
  };

  /** Ends the sessions that a provider opened for these people, and the sign-ins that are on their way. */
  const endSignIns = async (ids: number[]): Promise<number[]> => {
    const theirs = sql`person_id = any(${intArray(ids)}::int[])`;
    await db.execute(sql`delete from sessions where means = 'provider' and ${theirs}`);
    await db.execute(sql`delete from second_factor_tickets where means = 'provider' and ${theirs}`);
    await db.execute(sql`delete from provider_tickets where ${theirs}`);
    return ids;
  };

  return {
    async list() {
      const rows = await db.select().from(identityProviders).orderBy(asc(identityProviders.id));
      const groups = await groupsOf(rows.map(({ id }) => id));
      const counts = await db
        .select({ id: providerLinks.providerId, accounts: count() })
        .from(providerLinks)
        .groupBy(providerLinks.providerId);
      const accounts = new Map(counts.map((row) => [row.id, row.accounts]));
      return rows.map((row) => ({
        ...providerFrom(row, groups.get(row.id) ?? []),
        accounts: accounts.get(row.id) ?? 0,
      }));
    },

    async byId(id) {
      const [row] = await db.select().from(identityProviders).where(eq(identityProviders.id, id));
      return row ? providerFrom(row, (await groupsOf([id])).get(id) ?? []) : null;
    },

    offered: () =>
      db
        .select({ id: identityProviders.id, name: identityProviders.name })
        .from(identityProviders)
        .where(eq(identityProviders.isActive, true))
        .orderBy(asc(sql`lower(${identityProviders.name})`), asc(identityProviders.id)),

    async insert(settings, createdAt) {
      const { id } = writtenRow(
        await db
          .insert(identityProviders)
          .values({ ...columnsOf(settings), createdAt })
          .returning({ id: identityProviders.id }),
      );
      await saveGroups(id, settings.groups);
      return id;
    },

    async update(id, settings) {
      const [row] = await db
        .update(identityProviders)
        .set(columnsOf(settings))
        .where(eq(identityProviders.id, id))
        .returning({ id: identityProviders.id });
      if (!row) return false;
      await saveGroups(id, settings.groups);
      return true;
    },

    async saveSecret(id, secret) {
      await db
        .update(identityProviders)
        .set({ secretKeyId: secret?.masterKeyId ?? null, sealedSecret: secret?.sealed ?? null })
        .where(eq(identityProviders.id, id));
    },

    async remove(id) {
      await db.delete(identityProviders).where(eq(identityProviders.id, id));
    },

    async lockSecrets() {
      const rows = await db.select().from(identityProviders).orderBy(asc(identityProviders.id)).for('update');
      return rows.flatMap((row) => {
        const { id, secret } = providerFrom(row, []);
        return secret === null ? [] : [{ id, secret }];
      });
    },

    link: (providerId, subject) =>
      linkWhere(and(eq(providerLinks.providerId, providerId), eq(providerLinks.subject, subject))),
    linkOfPerson: (providerId, personId) =>
      linkWhere(and(eq(providerLinks.providerId, providerId), eq(providerLinks.personId, personId))),

    linksOf: (personId) =>
      db
        .select({
          id: identityProviders.id,
          name: identityProviders.name,
          linkedAt: providerLinks.linkedAt,
          lastUsedAt: providerLinks.lastUsedAt,
        })
        .from(providerLinks)
        .innerJoin(identityProviders, eq(identityProviders.id, providerLinks.providerId))
        .where(eq(providerLinks.personId, personId))
        .orderBy(asc(sql`lower(${identityProviders.name})`), asc(identityProviders.id)),

    links: (providerId) =>
      db
        .select({
          code: people.code,
          name: people.name,
          linkedAt: providerLinks.linkedAt,
          lastUsedAt: providerLinks.lastUsedAt,
        })
        .from(providerLinks)
        .innerJoin(people, eq(people.id, providerLinks.personId))
        .where(and(eq(providerLinks.providerId, providerId), isNull(people.deletedAt)))
        .orderBy(nameOrder(people.name), asc(people.id))
        .limit(LINKS_MAX),

    async saveLink({ providerId, subject, personId, lastUsedAt }, grant) {
      const given = {
        lastUsedAt,
        groupRole: grant?.role ?? null,
        groupSections: grant?.sections ? [...grant.sections] : null,
      };
      await db
        .insert(providerLinks)
        .values({ providerId, subject, personId, linkedAt: lastUsedAt, ...given })
        .onConflictDoUpdate({ target: [providerLinks.providerId, providerLinks.subject], set: given });
    },

    async removeLinks(providerId, personId) {
      const one = personId === undefined ? undefined : eq(providerLinks.personId, personId);
      const gone = await db
        .delete(providerLinks)
        .where(and(eq(providerLinks.providerId, providerId), one))
        .returning({ personId: providerLinks.personId });
      return endSignIns(gone.map((row) => row.personId));
    },

    async removeLinksOf(personId, except) {
      const others = except === null ? undefined : ne(providerLinks.providerId, except);
      await db.delete(providerLinks).where(and(eq(providerLinks.personId, personId), others));
      await db
        .delete(providerTickets)
        .where(
          and(
            eq(providerTickets.personId, personId),
            except === null ? undefined : ne(providerTickets.providerId, except),
          ),
        );
    },

    async forgetGrants(providerId, whom) {
      const given = whom === 'given' ? isNotNull(providerLinks.groupRole) : undefined;
      const rows = await db
        .update(providerLinks)
        .set({ groupRole: null, groupSections: null })
        .where(and(eq(providerLinks.providerId, providerId), given))
        .returning({ personId: providerLinks.personId });
      return endSignIns(rows.map((row) => row.personId));
    },

    async personByAddress(address) {
      const [row] = await rowsOf<{ id: number; address: string }>(
        db,
        sql`select id, email as address from people
            where deleted_at is null and not email_unchecked and lower(email) = lower(${address})`,
      );
      return row ?? null;
    },

    async removePassword(personId) {
      await db.delete(credentials).where(eq(credentials.personId, personId));
    },

    async grantsOf(personId) {
      const rows = await db.select().from(providerLinks).where(eq(providerLinks.personId, personId));
      return rows.flatMap(({ groupRole, groupSections }) =>
        groupRole === null ? [] : [{ role: groupRole, sections: groupSections }],
      );
    },

    async givenRole(personId) {
      const [row] = await db.select().from(groupRoles).where(eq(groupRoles.personId, personId));
      if (!row) return null;
      return { role: row.role, before: { role: row.roleBefore, sections: row.sectionsBefore } };
    },

    async saveGivenRole(personId, given) {
      await db.delete(groupRoles).where(eq(groupRoles.personId, personId));
      if (given === null) return;
      const { role, before } = given;
      await db.insert(groupRoles).values({
        personId,
        role,
        roleBefore: before.role,
        sectionsBefore: before.sections && [...before.sections],
      });
    },
  };
}
