import type { AttendanceRepos } from '../../attendance/attendance.ports.ts';
import type { AuditRepos } from '../../audit/audit.ports.ts';
import type { NewAuditEntry } from '../../audit/audit.types.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Transact } from '../../kernel/transact.ts';
import { codeFor } from '../../people/accounts.rules.ts';
import type { RoleGrant } from '../../people/accounts.types.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import { roleOfKind, tidyPerson } from '../../people/people.rules.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type { SettingsReader, Today } from '../../settings/settings.ports.ts';
import type { AuthRepos } from '../auth.ports.ts';
import type { FactorRepos } from '../factors/factors.ports.ts';
import type { LinkRepos } from '../links/links.ports.ts';
import type { TokenRepos } from '../tokens/tokens.ports.ts';
import type { ProviderRepos } from './providers.ports.ts';
import {
  addressIn,
  createsFor,
  grantOf,
  isMatchable,
  isSameAddress,
  mergeGrants,
  profileOf,
  ranksAbove,
  roleByGroups,
  sectionOf,
} from './providers.rules.ts';
import type { Claims, GroupGrant, Provider } from './providers.types.ts';

export type ProviderAccountRepos = AttendanceRepos &
  AuditRepos &
  AuthRepos &
  FactorRepos &
  LinkRepos &
  PeopleRepos &
  ProviderRepos &
  TokenRepos;

interface Needs {
  readonly settings: SettingsReader;
  readonly transact: Transact<ProviderAccountRepos>;
  readonly transactAndPublish: TransactAndPublish<ProviderAccountRepos>;
}

/** Somebody who has signed in at a provider. */
interface Visitor {
  readonly provider: Provider;
  readonly subject: string;
  readonly claims: Claims;
  readonly grant: GroupGrant | null;
  /** Network address of the client, for the audit trail. */
  readonly from: string;
  readonly today: Today;
}

/** Conflicts with somebody who signs in for the first time at the same moment. */
const RACES: readonly string[] = ['email_taken', 'username_taken', 'user_id_taken'];

const sameSections = (one: RoleGrant['sections'], other: RoleGrant['sections']): boolean =>
  one === other ||
  (one !== null && other !== null && [...one].sort().join('\n') === [...other].sort().join('\n'));

/**
 * Leaves the provider as the only way into an account. Whoever could enter the address of an account, or reset its
 * password, must not have a way into the role that groups then give to somebody else.
 */
async function endOtherWaysIn(tx: ProviderAccountRepos, personId: number): Promise<void> {
  await tx.providers.removePassword(personId);
  await tx.factors.removeAll(personId);
  await tx.sessions.removeAllOf(personId);
  await tx.tokens.removeAllOf(personId);
  await tx.links.removeAllOf(personId);
  await tx.devices.forgetAllOf(personId);
}

/** Gives the person what the groups of all their providers give now, and takes what they gave before. */
export async function applyGroups(
  tx: ProviderAccountRepos,
  personId: number,
  { now, date }: Pick<Today, 'now' | 'date'>,
  by: Pick<NewAuditEntry, 'actorId' | 'actorName' | 'address'>,
): Promise<void> {
  const person = await tx.people.byId(personId);
  if (!person) return;
  const { sections } = await tx.accounts.duties(personId, date);
  const present: RoleGrant = { role: person.role, sections: person.role === 'office' ? sections : null };
  const before = await tx.providers.givenRole(personId);
  const { next, given } = roleByGroups(present, before, mergeGrants(await tx.providers.grantsOf(personId)));
  if (before !== null || given !== null) await tx.providers.saveGivenRole(personId, given);
  if (next.role === present.role && sameSections(next.sections, present.sections)) return;
  await tx.accounts.setRole(personId, next);
  if (ranksAbove(next.role, present.role)) await endOtherWaysIn(tx, personId);
  await tx.audit.insert({
    ...by,
    at: now,
    action: 'account_changed',
    subject: person.code,
    detail: {
      role: next.role,
      ...(next.sections ? { sections: next.sections.join(', ') } : {}),
      by: 'groups',
    },
  });
}

/** Finds or creates the account of somebody who has signed in at a provider. See docs/decisions/0041. */
export function createProviderAccounts({ settings, transact, transactAndPublish }: Needs) {
  const link = async (
    tx: ProviderAccountRepos,
    personId: number,
    visitor: Visitor,
  ): Promise<PersonListing> => {
    const { provider, subject, grant, today } = visitor;
    await tx.providers.saveLink({ providerId: provider.id, subject, personId, lastUsedAt: today.now }, grant);
    await applyGroups(tx, personId, today, {
      actorId: null,
      actorName: provider.name,
      address: visitor.from,
    });
    const person = await tx.people.byId(personId);
    if (!person) throw new AppError('provider_account_unknown');
    return person;
  };

  const note = (tx: ProviderAccountRepos, { code }: { code: string }, visitor: Visitor, isNew: boolean) =>
    tx.audit.insert({
      at: visitor.today.now,
      actorId: null,
      actorName: visitor.provider.name,
      action: isNew ? 'person_registered' : 'provider_linked',
      subject: code,
      address: visitor.from,
      detail: { provider: visitor.provider.name },
    });

  /** The account that is linked, or that has the verified address; null when there is none. */
  const find = (visitor: Visitor): Promise<PersonListing | null> =>
    transact(async (tx) => {
      const { provider, subject, claims, grant } = visitor;
      await tx.accounts.lockRoles();
      const linked = await tx.providers.link(provider.id, subject);
      const given = addressIn(claims, provider);
      const verified = given?.isVerified ? given.address : null;
      const byAddress = linked || verified === null ? null : await tx.providers.personByAddress(verified);
      const personId =
        linked?.personId ??
        (byAddress && verified !== null && isSameAddress(byAddress.address, verified) ? byAddress.id : null);
      if (personId === null) return null;
      const isThere = (await tx.attendance.lockPeople([personId])).has(personId);
      const person = isThere ? await tx.people.byId(personId) : null;
      if (!person) throw new AppError('provider_account_unknown');
      if (person.role === 'owner' || (!linked && !isMatchable(person.role, grant)))
        throw new AppError('provider_account_protected');
      if (!linked) {
        // The address may belong to somebody else by now, who must not get the account of the one before.
        const other = await tx.providers.linkOfPerson(provider.id, personId);
        if (other && other.subject !== subject) throw new AppError('provider_account_linked');
        if (!other) await note(tx, person, visitor, false);
      }
      return link(tx, personId, visitor);
    });

  const create = async (visitor: Visitor): Promise<PersonListing> => {
    const { provider, claims, today } = visitor;
    const given = addressIn(claims, provider);
    const rule = provider.creation;
    if (given && !given.isVerified) throw new AppError('provider_address_unverified');
    if (!given || !createsFor(rule, given.address)) throw new AppError('provider_account_unknown');
    const { name, number, username } = profileOf(claims, given.address, rule);
    if (rule.numberClaim !== null && number === null)
      throw new AppError('provider_account_unknown', {
        message: 'Your account at the identity provider has no number, so no account could be created.',
      });
    const kind = grantOf(claims, provider)?.kind ?? rule.kind;
    return transactAndPublish('people', async (tx) => {
      await tx.accounts.lockRoles();
      const code = number ?? (await freeCode(tx, given.address.slice(0, given.address.lastIndexOf('@'))));
      const isFree = username !== null && (await tx.people.byUsername(username)) === null;
      const person = await tx.people.insert(
        tidyPerson({
          code,
          name,
          username: isFree ? username : null,
          kind,
          role: roleOfKind(kind),
          classSection: sectionOf(rule.section, claims),
          registeredOn: today.date,
          email: given.address,
        }),
      );
      await note(tx, person, visitor, true);
      return link(tx, person.id, visitor);
    });
  };

  return {
    /** Fails with the reason for which nobody is signed in. */
    async of(
      provider: Provider,
      claims: Claims & { readonly sub: string },
      from: string,
    ): Promise<PersonListing> {
      const today = await settings.today();
      const grant = grantOf(claims, provider)?.grant ?? null;
      const visitor = { provider, subject: claims.sub, claims, grant, from, today };
      const found = await find(visitor);
      if (found) return found;
      try {
        return await create(visitor);
      } catch (error) {
        const created = error instanceof AppError && RACES.includes(error.code) ? await find(visitor) : null;
        if (created) return created;
        throw error;
      }
    },
  };
}

async function freeCode({ people }: PeopleRepos, local: string): Promise<string> {
  const start = local.replace(/^[^\p{L}\p{N}]+/u, '') || 'account';
  let attempt = 1;
  while (await people.byCode(codeFor(start, attempt))) attempt += 1;
  return codeFor(start, attempt);
}
