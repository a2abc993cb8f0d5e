import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { ClockTrust } from '../clock-guard/clock-guard.ports.ts';
import { type Actor, isAdministrator } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import { hashToken, newToken, type RandomSource } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { AttemptGuard, AuthRepos, PasswordHasher } from './auth.ports.ts';
import { ADMIN_ACCOUNT, accountKey, isSessionAlive, needsTouch } from './auth.rules.ts';
import type { Attempt, SignedIn } from './auth.types.ts';

type Repos = AuditRepos & AuthRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly passwords: PasswordHasher;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly guardAttempt: AttemptGuard;
  readonly clockGuard: ClockTrust;
  readonly settings: SettingsReader;
}

export function createAuthService(needs: Needs) {
  const { clock, random, passwords, repos, transact, guardAttempt, clockGuard, settings } = needs;

  /** What was typed is not recorded: where no account has that name, it may be a password in the wrong field. */
  const recordFailure = async (
    attempt: Attempt,
    person: PersonListing | null,
    code: ErrorCode,
  ): Promise<never> => {
    const at = clock.now();
    await transact(async (tx) => {
      await tx.attempts.recordFailure(attempt, at);
      await tx.audit.insert({
        at,
        actorId: null,
        actorName: 'unknown',
        action: 'sign_in_failed',
        subject: person?.code ?? 'unknown account',
        subjectId: person?.id ?? null,
        address: attempt.address,
        detail: {},
      });
    });
    throw new AppError(code);
  };

  const openSession = async (person: PersonListing, address: string): Promise<SignedIn> => {
    const token = newToken(random);
    const tokenHash = await hashToken(token);
    const at = clock.now();
    const { role } = person;
    await transact(async (tx) => {
      await tx.sessions.insert({ tokenHash, personId: person.id, at, address });
      await tx.audit.insert(
        auditEntry({ personId: person.id, name: person.name, address }, at, 'sign_in', person.code, { role }),
      );
    });
    return { token, person };
  };

  /**
   * An unknown account and a wrong password take the same time and give the same error: without a hash the decoy is
   * verified. A correct password does not clear failures, so a victim's sign-in does not reset an attacker's count.
   */
  const signIn = (
    attempt: Attempt,
    find: () => Promise<PersonListing | null>,
    password: string,
    code: ErrorCode,
  ) =>
    guardAttempt(attempt, async () => {
      const person = await find();
      const hash = person && (await repos.people.passwordHash(person.id));
      const matches = await passwords.verify(hash ?? passwords.decoy, password);
      if (!person || !hash || !matches) return recordFailure(attempt, person, code);
      return openSession(person, attempt.address);
    });

  /** Only offices and teachers are limited to sections and classes; for everybody else nothing is read. */
  const dutiesOf = async ({ id, role }: PersonListing): Promise<Pick<Actor, 'sections' | 'classIds'>> =>
    role === 'office' || role === 'teacher'
      ? repos.accounts.duties(id, (await settings.today()).date)
      : { sections: null, classIds: [] };

  return {
    /** Without a username while there is one administrator; from the second on it says who signs in. */
    async signInAdmin(password: string, username: string | null, address: string): Promise<SignedIn> {
      const administrators = await repos.people.administrators();
      const [only, another] = administrators;
      if (username === null && another) throw new AppError('username_needed');
      const find = async () => {
        if (username === null) return only ?? null;
        const person = await repos.people.byUsername(username);
        return person && isAdministrator(person.role) ? person : null;
      };
      const account = username === null ? ADMIN_ACCOUNT : accountKey(username);
      return signIn({ account, address }, find, password, 'invalid_admin_credentials');
    },

    signInUser: (username: string, password: string, address: string): Promise<SignedIn> =>
      signIn(
        { account: accountKey(username), address },
        () => repos.people.byUsername(username),
        password,
        'invalid_credentials',
      ),

    /** Opens a session without a password, right after set-up. */
    openSession,

    async authenticate(token: string, address: string): Promise<Actor | null> {
      const session = await repos.sessions.byTokenHash(await hashToken(token));
      if (!session) return null;
      const now = clock.now();
      if (!isSessionAlive(session, now)) {
        // By a wrong clock every session looks ended; it counts again when the clock is right.
        if (await clockGuard.isTrusted()) await repos.sessions.remove(session.id);
        return null;
      }
      const person = await repos.people.byId(session.personId);
      if (!person) return null;
      if (needsTouch(session, now)) await repos.sessions.touch(session.id, now);
      const { id: personId, name, code, role, kind } = person;
      const duties = await dutiesOf(person);
      return {
        personId,
        name,
        code,
        role,
        ...duties,
        hasAttendance: kind !== 'admin',
        sessionId: session.id,
        onlyActions: null,
        mustDo: null,
        confirmedAt: null,
        address,
      };
    },

    /** Those of the sessions that are still valid; for streams that outlive the request that opened them. */
    async aliveAmong(sessionIds: readonly number[]): Promise<ReadonlySet<number>> {
      const now = clock.now();
      const found = await repos.sessions.byIds([...new Set(sessionIds)]);
      return new Set(found.filter((session) => isSessionAlive(session, now)).map(({ id }) => id));
    },

    signOut: (actor: Actor) =>
      transact(async (tx) => {
        await tx.sessions.remove(actor.sessionId);
        await tx.audit.insert(auditEntry(actor, clock.now(), 'sign_out', actor.code));
      }),
  };
}
