import type { Events, TransactAndPublish } from '../../events/events.ports.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Transact } from '../../kernel/transact.ts';
import { codeFor } from '../../people/accounts.rules.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import { roleOfKind, tidyPerson } from '../../people/people.rules.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type { SettingsReader, Today } from '../../settings/settings.ports.ts';
import { applyGroups, type ProviderAccountRepos } from './group-roles.ts';
import {
  addressIn,
  createsFor,
  grantOf,
  isMatchable,
  isSameAddress,
  profileOf,
  sectionOf,
} from './providers.rules.ts';
import type { Claims, Provider } from './providers.types.ts';

interface Needs {
  readonly settings: SettingsReader;
  readonly events: Events;
  readonly transact: Transact<ProviderAccountRepos>;
  readonly transactAndPublish: TransactAndPublish<ProviderAccountRepos>;
}

/** Somebody who has signed in at a provider. */
interface Visitor {
  readonly provider: Provider;
  readonly subject: string;
  readonly claims: Claims;
  /** Network address of the client, for the audit trail. */
  readonly from: string;
  readonly today: Today;
}

interface Linked {
  readonly person: PersonListing;
  readonly isRaised: boolean;
}

/** Conflicts with somebody who signs in for the first time at the same moment. */
const RACES: readonly string[] = ['email_taken', 'username_taken', 'user_id_taken'];

/** Finds or creates the account of somebody who has signed in at a provider. See docs/decisions/0041. */
export function createProviderAccounts({ settings, events, transact, transactAndPublish }: Needs) {
  /** The rules may have changed while the person was at the provider. Changes of roles and of rules wait for the end. */
  const present = async (tx: ProviderAccountRepos, visitor: Visitor): Promise<Visitor> => {
    await tx.accounts.lockRoles();
    const provider = await tx.providers.byId(visitor.provider.id);
    if (!provider?.isActive) throw new AppError('provider_not_found');
    return { ...visitor, provider };
  };

  const link = async (tx: ProviderAccountRepos, personId: number, visitor: Visitor): Promise<Linked> => {
    const { provider, subject, claims, today } = visitor;
    const [providerId, given] = [provider.id, addressIn(claims, provider)];
    await tx.providers.saveLink(
      { providerId, subject, personId, lastUsedAt: today.now },
      grantOf(claims, provider)?.grant ?? null,
    );
    const isRaised = await applyGroups(
      tx,
      personId,
      today,
      { actorId: null, actorName: provider.name, address: visitor.from },
      { providerId, address: given?.isVerified ? given.address : null },
    );
    const person = await tx.people.byId(personId);
    if (!person) throw new AppError('provider_account_unknown');
    return { person, isRaised };
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
  const find = (begun: Visitor): Promise<Linked | null> =>
    transact(async (tx) => {
      const visitor = await present(tx, begun);
      const { provider, subject, claims } = visitor;
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
      if (
        person.role === 'owner' ||
        (!linked && !isMatchable(person.role, grantOf(claims, provider)?.grant ?? null))
      )
        throw new AppError('provider_account_protected');
      if (!linked) {
        // The address may belong to somebody else by now, who must not get the account of the one before.
        const other = await tx.providers.linkOfPerson(provider.id, personId);
        if (other && other.subject !== subject) throw new AppError('provider_account_linked');
        if (!other) await note(tx, person, visitor, false);
      }
      return link(tx, personId, visitor);
    });

  const create = async (begun: Visitor): Promise<PersonListing> => {
    const { provider, claims, today } = begun;
    const given = addressIn(claims, provider);
    const rule = provider.creation;
    if (given && !given.isVerified) throw new AppError('provider_address_unverified');
    if (!given || !createsFor(rule, given.address)) throw new AppError('provider_account_unknown');
    const { name, number, username } = profileOf(claims, given.address, rule);
    if (rule.numberClaim !== null && number === null)
      throw new AppError('provider_account_unknown', {
        message: 'Your account at the sign-in provider has no ID, so no account could be created.',
      });
    const kind = grantOf(claims, provider)?.kind ?? rule.kind;
    const { kind: of } = await settings.institution();
    return transactAndPublish('people', async (tx) => {
      const visitor = await present(tx, begun);
      const code = number ?? (await freeCode(tx, given.address.slice(0, given.address.lastIndexOf('@'))));
      const isFree = username !== null && (await tx.people.byUsername(username)) === null;
      const person = await tx.people.insert(
        tidyPerson(
          {
            code,
            name,
            username: isFree ? username : null,
            kind,
            role: roleOfKind(kind),
            classSection: sectionOf(rule.section, claims),
            registeredOn: today.date,
            email: given.address,
          },
          of,
        ),
      );
      await note(tx, person, visitor, true);
      return (await link(tx, person.id, visitor)).person;
    });
  };

  /** The sessions that a raise ended, ended their event streams too. */
  const findAndTell = async (visitor: Visitor): Promise<PersonListing | null> => {
    const found = await find(visitor);
    if (found?.isRaised) events.publish({ topic: 'people', personId: found.person.id });
    return found?.person ?? null;
  };

  return {
    /** Fails with the reason for which nobody is signed in. */
    async of(
      provider: Provider,
      claims: Claims & { readonly sub: string },
      from: string,
    ): Promise<PersonListing> {
      const today = await settings.today();
      const visitor = { provider, subject: claims.sub, claims, from, today };
      const found = await findAndTell(visitor);
      if (found) return found;
      try {
        return await create(visitor);
      } catch (error) {
        const created =
          error instanceof AppError && RACES.includes(error.code) ? await findAndTell(visitor) : null;
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
