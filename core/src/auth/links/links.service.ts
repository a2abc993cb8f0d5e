import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Language } from '../../kernel/language.ts';
import { hashToken, newToken, type RandomSource } from '../../kernel/random.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type {
  AuthRepos,
  FinishSignIn,
  JudgePassword,
  PasswordHasher,
  SecondFactorGate,
} from '../auth.ports.ts';
import type { Caller, SignedIn } from '../auth.types.ts';
import { networkOf } from '../guessing.rules.ts';
import type { TokenRepos } from '../tokens/tokens.ports.ts';
import type { LinkRepos, Links, PasswordLink } from './links.ports.ts';
import { linkExpiry, linkTo } from './links.rules.ts';

type Repos = AuditRepos & AuthRepos & LinkRepos & PeopleRepos & TokenRepos;

interface LinkNeeds {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly publicUrl: string | null;
}

export function createLinks({ clock, random, publicUrl }: LinkNeeds): Links {
  return {
    async create(tx, personId, purpose) {
      const token = newToken(random);
      const tokenHash = await hashToken(token);
      const expiresAt = linkExpiry(purpose, clock.now());
      await tx.links.put({ personId, purpose, tokenHash, expiresAt, isMailed: false });
      return linkTo(publicUrl, token);
    },
  };
}

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly passwords: PasswordHasher;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly finishSignIn: FinishSignIn;
  readonly secondFactor: SecondFactorGate;
  readonly judgePassword: JudgePassword;
  readonly mail: {
    readonly isConfigured: boolean;
    addReset(person: PersonListing | null, language: Language, askedFrom: string): Promise<void>;
    wake(): void;
  };
}

/** Choosing a password by a one-time link, and asking for one by mail. docs/decisions/0042. */
export function createLinkService(needs: Needs) {
  const { clock, repos, passwords, transactAndPublish, finishSignIn, secondFactor, judgePassword, mail } =
    needs;

  const personOf = async (link: PasswordLink | null): Promise<PersonListing> => {
    const person = link && (await repos.people.byId(link.personId));
    if (!person) throw new AppError('link_not_valid');
    return person;
  };

  return {
    /** Does the same work whoever has the account, if anybody. */
    async forgot(account: string, language: Language, address: string): Promise<void> {
      if (!mail.isConfigured) throw new AppError('not_available');
      const byName = await repos.people.byUsername(account);
      const byAddress = await repos.people.byEmail(account);
      await mail.addReset(byName ?? byAddress, language, networkOf(address));
      mail.wake();
    },

    async open(token: string) {
      const link = await repos.links.find(await hashToken(token), clock.now());
      const person = await personOf(link);
      return { person, purpose: link?.purpose ?? 'reset' };
    },

    /**
     * Sets the password and ends all sessions, tokens and other links of the person. Then it is a sign-in with a
     * password, so that the second factor is still asked for.
     */
    async use(token: string, password: string, caller: Caller): Promise<SignedIn> {
      const tokenHash = await hashToken(token);
      const found = await repos.links.find(tokenHash, clock.now());
      const person = await personOf(found);
      await judgePassword(password, person);
      const hash = await passwords.hash(password); // slow, so outside the transaction
      const at = clock.now();
      await transactAndPublish('people', async (tx) => {
        const link = await tx.links.take(tokenHash, at);
        if (!link) throw new AppError('link_not_valid');
        await tx.people.setPasswordHash(person.id, hash, at);
        await tx.sessions.removeAllOf(person.id);
        await tx.devices.forgetAllOf(person.id);
        // Whoever tried to guess the old password must not keep its owner from the new one.
        await tx.attempts.removeOfPerson(person.id);
        await tx.tokens.removeAllOf(person.id);
        await tx.links.removeAllOf(person.id);
        const who = { personId: person.id, name: person.name, address: caller.address };
        await tx.audit.insert(auditEntry(who, at, 'password_changed', person.code, { by: link.purpose }));
      });
      const signedUp = { ...person, hasPassword: true };
      const how = { means: 'link', passwordHash: hash } as const;
      const more = await secondFactor.required(signedUp, how);
      if (more) throw more;
      return finishSignIn(signedUp, { ...caller, ...how });
    },
  };
}
