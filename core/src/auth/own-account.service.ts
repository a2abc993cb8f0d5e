import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { hashToken } from '../kernel/random.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { AuthRepos, JudgePassword, PasswordHasher } from './auth.ports.ts';
import { isSessionAlive } from './auth.rules.ts';
import type { Caller, Session } from './auth.types.ts';
import { normalisePassword } from './check-password.ts';
import { weakPassword } from './passwords/weak-password.ts';

type Repos = AuditRepos & AuthRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly passwords: PasswordHasher;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly judgePassword: JudgePassword;
  readonly checkOwnPassword: (actor: Actor, password: string, caller: Caller) => Promise<string | null>;
}

/** One's own password and sessions. */
export function createOwnAccountService(needs: Needs) {
  const { clock, repos, passwords, transactAndPublish, judgePassword, checkOwnPassword } = needs;

  const wrongPassword = () =>
    new AppError('wrong_password', { fields: { current_password: 'The current password is wrong.' } });

  return {
    /**
     * Ends the other sessions and forgets the other devices: whoever knew the old password may have them. It counts only
     * while session and password are those that were checked: a reset that came meanwhile stays.
     */
    async changePassword(actor: Actor, current: string, password: string, caller: Caller): Promise<void> {
      const checked = await checkOwnPassword(actor, current, caller);
      if (checked === null) throw wrongPassword();
      const person = await repos.people.byId(actor.personId);
      if (!person) throw new AppError('unauthenticated');
      if (normalisePassword(current) === normalisePassword(password))
        throw weakPassword('new_password', 'unchanged');
      await judgePassword(password, person);
      const hash = await passwords.hash(password); // slow, so outside the transaction
      const device = caller.deviceToken === null ? undefined : await hashToken(caller.deviceToken);
      const at = clock.now();
      await transactAndPublish(
        'people',
        async (tx) => {
          const { hash: present } = await tx.people.lockSignIn(person.id);
          if (!(await tx.sessions.lock(actor.sessionId))) throw new AppError('unauthenticated');
          if (present !== checked) throw wrongPassword();
          await tx.people.setPasswordHash(person.id, hash, at);
          await tx.sessions.removeAllOf(person.id, actor.sessionId);
          await tx.devices.forgetAllOf(person.id, device);
          await tx.audit.insert(auditEntry(actor, at, 'password_changed', person.code));
        },
        person.id,
      );
    },

    /**
     * Nobody has checked that the address is theirs: links are mailed to it, but a provider does not match it. It is not
     * refused where another account has it, which would tell so, and does not keep others from having it.
     */
    async changeEmail(actor: Actor, email: string | null): Promise<void> {
      await transactAndPublish(
        'people',
        async (tx) => {
          const person = await tx.people.byId(actor.personId);
          if (!person) throw new AppError('unauthenticated');
          if (person.email === email) return;
          await tx.people.update(person.id, { email, emailUnchecked: email !== null });
          await tx.audit.insert(
            auditEntry(actor, clock.now(), 'person_updated', person.code, { changed: 'email' }),
          );
        },
        actor.personId,
      );
    },

    /** Those that are still valid, the last used first. */
    async sessions(actor: Actor): Promise<Session[]> {
      const now = clock.now();
      return (await repos.sessions.listOf(actor.personId)).filter((session) => isSessionAlive(session, now));
    },

    async endSession(actor: Actor, id: number): Promise<void> {
      await transactAndPublish(
        'people',
        async (tx) => {
          if (!(await tx.sessions.removeOf(actor.personId, id))) throw new AppError('not_found');
          await tx.audit.insert(
            auditEntry(actor, clock.now(), 'sessions_ended', actor.code, { sessions: 1 }),
          );
        },
        actor.personId,
      );
    },

    async endOtherSessions(actor: Actor): Promise<number> {
      return transactAndPublish(
        'people',
        async (tx) => {
          const sessions = await tx.sessions.removeAllOf(actor.personId, actor.sessionId);
          await tx.audit.insert(auditEntry(actor, clock.now(), 'sessions_ended', actor.code, { sessions }));
          return sessions;
        },
        actor.personId,
      );
    },
  };
}
