import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { Ports } from '../ports.ts';
import type { AttemptGuard } from './attempt-guard.ts';
import { accountKey, isSessionAlive, needsTouch, roleOf } from './auth.rules.ts';
import type { Attempt, SignedIn } from './auth.types.ts';
import { hashToken, newToken } from './token.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'passwords' | 'repos' | 'transact'> & { guarded: AttemptGuard };

/** The administrator signs in with a password alone, so all attempts at that door are one account. */
export const ADMIN_ACCOUNT = '(administrator)';

export function createAuthService({ clock, random, passwords, repos, transact, guarded }: Needs) {
  const fail = async (attempt: Attempt, code: ErrorCode): Promise<never> => {
    const at = clock.now();
    await transact(async (tx) => {
      await tx.attempts.recordFailure(attempt, at);
      await tx.audit.insert({
        at,
        actorId: null,
        actorName: attempt.account,
        action: 'sign_in_failed',
        subject: attempt.account,
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
    const role = roleOf(person.kind);
    await transact(async (tx) => {
      await tx.sessions.insert({ tokenHash, personId: person.id, at, address });
      await tx.audit.insert(
        auditOf({ personId: person.id, name: person.name, address }, at, 'sign_in', person.code, { role }),
      );
    });
    return { token, role, person };
  };

  /**
   * Unknown account and wrong password cost the same time and give the same answer: a decoy is verified when
   * there is nothing to verify against. A right password clears no failures, so an attacker gains nothing
   * from a victim who signs in meanwhile.
   */
  const signIn = (
    attempt: Attempt,
    find: () => Promise<PersonListing | null>,
    password: string,
    code: ErrorCode,
  ) =>
    guarded(attempt, async () => {
      const person = await find();
      const hash = person && (await repos.people.passwordHash(person.id));
      const matches = await passwords.verify(hash ?? passwords.decoy, password);
      if (!person || !hash || !matches) return fail(attempt, code);
      return openSession(person, attempt.address);
    });

  return {
    signInAdmin: (password: string, address: string): Promise<SignedIn> =>
      signIn(
        { account: ADMIN_ACCOUNT, address },
        () => repos.people.administrator(),
        password,
        'invalid_admin_credentials',
      ),

    signInUser: (username: string, password: string, address: string): Promise<SignedIn> =>
      signIn(
        { account: accountKey(username), address },
        () => repos.people.byUsername(username),
        password,
        'invalid_credentials',
      ),

    /** Starts a session without a password, for the one moment when set-up has just proven who is there. */
    openSession,

    async authenticate(token: string, address: string): Promise<Actor | null> {
      const session = await repos.sessions.byTokenHash(await hashToken(token));
      if (!session) return null;
      const now = clock.now();
      if (!isSessionAlive(session, now)) {
        await repos.sessions.remove(session.id);
        return null;
      }
      const person = await repos.people.byId(session.personId);
      if (!person) return null;
      if (needsTouch(session, now)) await repos.sessions.touch(session.id, now);
      const { id: personId, name, code, kind } = person;
      return { personId, name, code, role: roleOf(kind), sessionId: session.id, address };
    },

    /** Whether the session behind an actor still stands; for streams that outlive the request that opened them. */
    async isAlive(actor: Actor): Promise<boolean> {
      const session = await repos.sessions.byId(actor.sessionId);
      return session !== null && isSessionAlive(session, clock.now());
    },

    signOut: (actor: Actor) =>
      transact(async (tx) => {
        await tx.sessions.remove(actor.sessionId);
        await tx.audit.insert(auditOf(actor, clock.now(), 'sign_out', actor.code));
      }),
  };
}
