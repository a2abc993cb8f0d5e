import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '../auth/auth.rules.ts';
import type { Links } from '../auth/links/links.ports.ts';
import { endHeldWaysIn, type WaysInRepos } from '../auth/providers/ways-in.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor, Role } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { Language } from '../kernel/language.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { MailRepos, Outbox } from '../mail/mail.ports.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { AccountMoment } from './accounts.ports.ts';
import {
  ACCOUNT_LIMITS,
  codeFor,
  requireAnotherOwner,
  requireGrant,
  requireRank,
  risesToAdministrator,
  tidyGrant,
} from './accounts.rules.ts';
import type { Account, AccountChange, AccountQuery, Invitation, RoleGrant } from './accounts.types.ts';
import type { PeopleRepos } from './people.ports.ts';
import { tidyName } from './people.rules.ts';
import type { Person, PersonListing } from './people.types.ts';

type Repos = AuditRepos & MailRepos & PeopleRepos & WaysInRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly links: Links;
  readonly outbox: Outbox;
}

/** What an invited person needs: the link is shown once, and null for somebody who has a password. */
export interface Invited {
  readonly link: string | null;
  readonly mailed: boolean;
}

const detailOf = ({ role, sections }: RoleGrant) => ({
  role,
  ...(sections === null ? {} : { sections: sections.join(', ') }),
});

/** Roles and what they are limited to, invitations, and accounts without attendance. See docs/decisions/0038. */
export function createAccountService(needs: Needs) {
  const { clock, random, repos, settings, transactAndPublish, links, outbox } = needs;

  const moment = async (): Promise<AccountMoment> => {
    const { now, date } = await settings.today();
    return {
      idleSince: new Date(now.getTime() - SESSION_IDLE_MS),
      openedSince: new Date(now.getTime() - SESSION_ABSOLUTE_MS),
      today: date,
    };
  };

  const requireAccount = async (code: string): Promise<Account> => {
    const account = await repos.accounts.byCode(code, await moment());
    if (!account) throw new AppError('user_not_found');
    return account;
  };

  const requirePerson = async (tx: Repos, code: string): Promise<PersonListing> => {
    const person = await tx.people.byCode(code);
    if (!person) throw new AppError('user_not_found');
    return person;
  };

  /**
   * Runs work on roles, one at a time at all servers, for the actor as they are by then: somebody may have taken their
   * role away since the request was let in. `code` is whose account it is about, whose streams may have to end.
   */
  const changingRoles = async <T>(
    actor: Actor,
    code: string | null,
    work: (tx: Repos, ranked: Pick<Actor, 'role'>) => Promise<T>,
  ): Promise<T> => {
    const about = code === null ? null : await repos.people.byCode(code);
    const run = async (tx: Repos): Promise<T> => {
      await tx.accounts.lockRoles();
      const present = await tx.people.byId(actor.personId);
      if (!present) throw new AppError('unauthenticated');
      return work(tx, present);
    };
    return transactAndPublish('people', run, about?.id ?? null);
  };

  /**
   * Nobody else keeps a way into an account that becomes an administrator's. What the person chose themselves stays: the
   * password, passkeys, an app for codes.
   */
  const endWaysOfOthers = async (tx: Repos, personId: number): Promise<void> => {
    await endHeldWaysIn(tx, personId, null);
    await tx.providers.saveGivenRole(personId, null);
    await tx.accounts.requireOwnPassword(personId);
  };

  /** Makes the link, and sends one too where the account has an address and mail is configured. */
  const invite = async (
    tx: Repos,
    actor: Actor,
    person: PersonListing,
    language: Language,
  ): Promise<Invited> => {
    const purpose = person.hasPassword ? 'reset' : 'invitation';
    const link = await links.create(tx, person.id, purpose);
    const mail = { kind: purpose, personId: person.id, language, askedFrom: actor.address } as const;
    return { link, mailed: await outbox.add(tx, mail) };
  };

  const insertAccount = async (
    tx: Repos,
    { name, username }: { name: string; username: string },
    role: Role,
    registeredOn: LocalDate,
  ): Promise<Person> => {
    let attempt = 1;
    while (await tx.people.byCode(codeFor(username, attempt))) attempt += 1;
    return tx.people.insert({
      code: codeFor(username, attempt),
      name: tidyName(name),
      username: username.trim(),
      kind: 'admin',
      role,
      classSection: null,
      registeredOn,
    });
  };

  /** Gives the person the role. Whoever stops being an owner must not have been the last one. */
  const grantRole = async (
    tx: Repos,
    ranked: Pick<Actor, 'role'>,
    person: Person,
    { role, sections, email }: AccountChange,
    today: LocalDate,
  ): Promise<RoleGrant> => {
    requireGrant(ranked, person.role, role);
    const staysOffice = role === 'office' && person.role === 'office';
    const present = staysOffice ? (await tx.accounts.duties(person.id, today)).sections : null;
    const grant = tidyGrant({ role, sections: sections === undefined ? present : sections }, person.kind);
    if (person.role === 'owner' && role !== 'owner')
      requireAnotherOwner(await tx.accounts.ownersWithPassword(), person.id);
    await tx.accounts.setRole(person.id, grant);
    if (risesToAdministrator(person.role, role)) await endWaysOfOthers(tx, person.id);
    if (email !== undefined && email !== person.email) await tx.people.update(person.id, { email });
    return grant;
  };

  return {
    list: async (query: Pick<AccountQuery, 'role' | 'search'> & { readonly page: number }) =>
      repos.accounts.list(
        {
          role: query.role,
          search: query.search,
          limit: ACCOUNT_LIMITS.page,
          offset: (query.page - 1) * ACCOUNT_LIMITS.page,
        },
        await moment(),
      ),

    /** A new account cannot sign in until its person has chosen a password at the link. */
    async invite(
      actor: Actor,
      { of, ...change }: Invitation,
      language: Language,
    ): Promise<Invited & { readonly account: Account }> {
      const { date } = await settings.today();
      const about = 'code' in of ? of.code : null;
      const { code, ...invited } = await changingRoles(actor, about, async (tx, ranked) => {
        const person =
          'code' in of ? await requirePerson(tx, of.code) : await insertAccount(tx, of, change.role, date);
        const grant = await grantRole(tx, ranked, person, change, date);
        const listed = await requirePerson(tx, person.code);
        await tx.audit.insert(
          auditEntry(actor, clock.now(), 'account_invited', person.code, detailOf(grant)),
        );
        if (listed.hasPassword) return { code: person.code, link: null, mailed: false };
        return { code: person.code, ...(await invite(tx, actor, listed, language)) };
      });
      if (invited.mailed) outbox.wake();
      return { ...invited, account: await requireAccount(code) };
    },

    /**
     * The new role counts from the person's next request on, also in sessions that are open; one of an administrator or
     * owner from the next sign-in on.
     */
    async change(actor: Actor, code: string, change: AccountChange): Promise<Account> {
      const { date } = await settings.today();
      await changingRoles(actor, code, async (tx, ranked) => {
        const person = await requirePerson(tx, code);
        const grant = await grantRole(tx, ranked, person, change, date);
        const detail = {
          from: person.role,
          ...detailOf(grant),
          email_changed: change.email !== undefined && change.email !== person.email,
        };
        await tx.audit.insert(auditEntry(actor, clock.now(), 'account_changed', person.code, detail));
      });
      return requireAccount(code);
    },

    /** A new link for somebody else; for somebody who has a password, to choose another one. */
    async inviteAgain(actor: Actor, code: string, language: Language): Promise<Invited> {
      const invited = await changingRoles(actor, code, async (tx, ranked) => {
        const person = await requirePerson(tx, code);
        requireRank(ranked, person.role);
        if (person.id === actor.personId)
          throw new AppError('forbidden', { message: 'Change your own password in your account.' });
        await tx.audit.insert(
          auditEntry(actor, clock.now(), 'account_invited', person.code, { role: person.role, again: true }),
        );
        return invite(tx, actor, person, language);
      });
      if (invited.mailed) outbox.wake();
      return invited;
    },

    endSessions: (actor: Actor, code: string): Promise<void> =>
      changingRoles(actor, code, async (tx, ranked) => {
        const person = await requirePerson(tx, code);
        requireRank(ranked, person.role);
        await tx.sessions.removeAllOf(person.id);
        await tx.audit.insert(auditEntry(actor, clock.now(), 'sessions_ended', person.code));
      }),

    /** Accounts without attendance only: people of the institution are deleted as people. */
    remove: (actor: Actor, code: string): Promise<void> =>
      changingRoles(actor, code, async (tx, ranked) => {
        const person = await requirePerson(tx, code);
        if (person.kind !== 'admin') throw new AppError('user_not_found');
        requireRank(ranked, person.role);
        if (person.role === 'owner') throw new AppError('owner_stays');
        const at = clock.now();
        await tx.people.pseudonymise(person.id, `deleted-${randomName(random).slice(0, 12)}`, at);
        await tx.audit.insert(auditEntry(actor, at, 'account_deleted', person.code, { role: person.role }));
      }),
  };
}

export type AccountService = ReturnType<typeof createAccountService>;
