import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry, failedSignIn } from '../audit/audit.rules.ts';
import type { ClockTrust } from '../clock-guard/clock-guard.ports.ts';
import { type Action, type Actor, type Duty, isAdministrator } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import { hashToken } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type {
  AuthRepos,
  FinishSignIn,
  GuardAttempt,
  HeldSession,
  PasswordHasher,
  SecondFactorGate,
  SignInTurns,
} from './auth.ports.ts';
import { confirmedUntil, isSessionAlive, needsTouch } from './auth.rules.ts';
import type { Caller, SignedIn } from './auth.types.ts';
import { checkPassword } from './check-password.ts';
import type { TokenRepos } from './tokens/tokens.ports.ts';
import { isApiToken, needsTokenTouch } from './tokens/tokens.rules.ts';

type Repos = AuditRepos & AuthRepos & PeopleRepos & TokenRepos;

interface Needs {
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly guardAttempt: GuardAttempt;
  readonly signInTurns: SignInTurns;
  readonly finishSignIn: FinishSignIn;
  readonly secondFactor: SecondFactorGate;
  readonly clockGuard: ClockTrust;
  readonly settings: SettingsReader;
}

/** A session with something left to do may do that, and sign out. */
const BEFORE_DUTY: readonly Action[] = ['account.own'];

/** Where nobody types a username. */
const NO_ADMINISTRATOR = '(administrator)';

export function createAuthService(needs: Needs) {
  const {
    clock,
    passwords,
    repos,
    transact,
    guardAttempt,
    signInTurns,
    finishSignIn,
    secondFactor,
    clockGuard,
    settings,
  } = needs;

  /** What was typed is not recorded: where no account has that name, it may be a password in the wrong field. */
  const recordFailure = (person: PersonListing | null, { address }: Caller): Promise<void> =>
    repos.audit.insert(failedSignIn(clock.now(), person, address));

  /**
   * Checks the password, counted as a try at the account. Answers the hash that it belongs to, null for a wrong one. An
   * unknown account, one that may not sign in here and a wrong password are the same work and give the same answer.
   */
  const showPassword = async (
    who: PersonListing | string,
    password: string,
    caller: Caller,
    mayEnter = true,
  ): Promise<string | null> => {
    const person = typeof who === 'string' ? null : who;
    const right = await guardAttempt(who, caller, async () => {
      const stored = person && (await repos.people.passwordHash(person.id));
      const hash = mayEnter ? stored : null;
      return (await checkPassword(passwords, hash, password)) ? hash : null;
    });
    if (right === null) await recordFailure(person, caller);
    return right;
  };

  const signIn = async (
    who: PersonListing | string,
    password: string,
    caller: Caller,
    code: ErrorCode,
    mayEnter = true,
  ): Promise<SignedIn> => {
    const passwordHash = await showPassword(who, password, caller, mayEnter);
    if (passwordHash === null || typeof who === 'string') throw new AppError(code);
    const more = await secondFactor.required(who, { means: 'password', passwordHash });
    if (more) throw more;
    return finishSignIn(who, { ...caller, means: 'password', passwordHash });
  };

  /** Only offices and teachers are limited to sections and classes; for everybody else nothing is read. */
  const dutiesOf = async ({
    id,
    role,
  }: HeldSession['person']): Promise<Pick<Actor, 'sections' | 'classIds'>> =>
    role === 'office' || role === 'teacher'
      ? repos.accounts.duties(id, (await settings.today()).date)
      : { sections: null, classIds: [] };

  const whoIs = async (person: HeldSession['person'], address: string) => {
    const { id: personId, name, code, role, kind } = person;
    return {
      personId,
      name,
      code,
      role,
      ...(await dutiesOf(person)),
      hasAttendance: kind !== 'admin',
      address,
    };
  };

  /** A token acts as its person, for its actions, and shows nothing about who holds it: it never counts as confirmed. */
  const authenticateToken = async (text: string, address: string): Promise<Actor | null> => {
    const token = await repos.tokens.byTokenHash(await hashToken(text));
    const now = clock.now();
    if (!token || token.expiresAt <= now) return null;
    const person = await repos.people.byId(token.personId);
    if (!person) return null;
    if (needsTokenTouch(token.lastUsedAt, now)) await repos.tokens.touch(token.id, now);
    const mustSetUp = await secondFactor.mustSetUp(person);
    return {
      ...(await whoIs(person, address)),
      sessionId: 0,
      tokenId: token.id,
      onlyActions: mustSetUp ? [] : token.actions,
      mustDo: mustSetUp ? 'second_factor' : null,
      confirmedAt: null,
    };
  };

  const mustDo = ({ session, lacksFactor }: HeldSession): Duty | null => {
    if (session.mustChangePassword && session.means !== 'provider') return 'password';
    return lacksFactor ? 'second_factor' : null;
  };

  return {
    /** Without a username while there is one administrator; from the second on it says who signs in. */
    async signInAdmin(password: string, username: string | null, caller: Caller): Promise<SignedIn> {
      const name = username ?? NO_ADMINISTRATOR;
      return signInTurns(name, caller, async () => {
        const [only, another] = await repos.people.administrators();
        if (username === null && another) throw new AppError('username_needed');
        const found = username === null ? only : await repos.people.byUsername(username);
        // Counted as a try at the account at both doors: else the limits would tell which names exist.
        const mayEnter = found ? isAdministrator(found.role) : false;
        return signIn(found ?? name, password, caller, 'invalid_admin_credentials', mayEnter);
      });
    },

    /** From the second administrator on. */
    needsAdminUsername: async (): Promise<boolean> => (await repos.people.administrators()).length > 1,

    signInUser: (username: string, password: string, caller: Caller): Promise<SignedIn> =>
      signInTurns(username, caller, async () => {
        const person = await repos.people.byUsername(username);
        return signIn(person ?? username, password, caller, 'invalid_credentials');
      }),

    /**
     * The hash that the password of somebody who is signed in belongs to; null for a wrong one, which counts as a failed
     * sign-in: a session that was left open must not be a way to guess.
     */
    async checkOwnPassword(actor: Actor, password: string, caller: Caller): Promise<string | null> {
      const person = await repos.people.byId(actor.personId);
      if (!person) throw new AppError('unauthenticated');
      const name = person.username ?? person.code;
      return signInTurns(name, caller, () => showPassword(person, password, caller));
    },

    /** Until when dangerous acts do not ask again who the actor is; null when they do. */
    confirmedUntil: (actor: Actor): Date | null => confirmedUntil(actor.confirmedAt, clock.now()),

    /** Every way of signing in ends here. */
    finishSignIn,

    async authenticate(token: string, address: string): Promise<Actor | null> {
      if (isApiToken(token)) return authenticateToken(token, address);
      const held = await repos.sessions.byTokenHash(await hashToken(token));
      if (!held) return null;
      const { session, person } = held;
      const now = clock.now();
      if (!isSessionAlive(session, now)) {
        // By a wrong clock every session looks ended; it counts again when the clock is right.
        if (await clockGuard.isTrusted()) await repos.sessions.remove(session.id);
        return null;
      }
      if (needsTouch(session, now)) await repos.sessions.touch(session.id, now);
      const duty = mustDo(held);
      return {
        ...(await whoIs(person, address)),
        sessionId: session.id,
        onlyActions: duty === null ? null : BEFORE_DUTY,
        mustDo: duty,
        confirmedAt: session.confirmedAt,
      };
    },

    /**
     * Those of the sessions and API tokens that are still valid; for streams that outlive the request that opened them.
     * `credentialOf` names both.
     */
    async aliveAmong(credentials: readonly number[]): Promise<ReadonlySet<number>> {
      const now = clock.now();
      const asked = [...new Set(credentials)];
      const tokenIds = asked.filter((id) => id < 0).map((id) => -id);
      const sessions = await repos.sessions.byIds(asked.filter((id) => id > 0));
      const tokens = tokenIds.length === 0 ? [] : await repos.tokens.byIds(tokenIds);
      return new Set([
        ...sessions.filter((session) => isSessionAlive(session, now)).map(({ id }) => id),
        ...tokens.filter((token) => token.expiresAt > now).map(({ id }) => -id),
      ]);
    },

    signOut: (actor: Actor) =>
      transact(async (tx) => {
        await tx.sessions.remove(actor.sessionId);
        await tx.audit.insert(auditEntry(actor, clock.now(), 'sign_out', actor.code));
      }),
  };
}
