import type { AuditRepos } from '../../audit/audit.ports.ts';
import type { Actor } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AuthRepos } from '../auth.ports.ts';
import { CONFIRMED_MS, confirmedUntil } from '../auth.rules.ts';
import type { Caller } from '../auth.types.ts';
import type { FactorRepos } from './factors.ports.ts';
import type { PasskeyOptions, PasskeyResponse, RelyingParty } from './factors.types.ts';
import type { PasskeyDialogs } from './passkey-dialogs.ts';

type Repos = AuditRepos & AuthRepos & FactorRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly dialogs: PasskeyDialogs;
  /** A wrong password counts as a failed sign-in. */
  readonly checkOwnPassword: (actor: Actor, password: string, caller: Caller) => Promise<string | null>;
}

/** Asks people to show again who they are before dangerous acts. A confirmation belongs to one session. */
export function createConfirmationService({ clock, repos, dialogs, checkOwnPassword }: Needs) {
  const dialogOf = ({ sessionId }: Actor, party: RelyingParty | null) => ({
    owner: `confirm ${sessionId}`,
    party,
    verifyPerson: true,
  });
  /** An API token has nobody who could be asked. */
  const refuseToken = ({ sessionId }: Actor): void => {
    if (sessionId === 0) throw new AppError('forbidden');
  };

  const confirm = async ({ sessionId }: Actor): Promise<Date> => {
    const at = clock.now();
    await repos.sessions.confirm(sessionId, at);
    return new Date(at.getTime() + CONFIRMED_MS);
  };

  return {
    /**
     * Fails with `confirmation_needed`; with `forbidden` for an API token, which cannot confirm. Whoever has a password
     * that somebody else chose replaces it first: until then a stolen passkey must not lead to other ways in.
     */
    requireConfirmation(actor: Actor): void {
      refuseToken(actor);
      if (actor.mustDo === 'password') throw new AppError('password_change_needed');
      if (!confirmedUntil(actor.confirmedAt, clock.now())) throw new AppError('confirmation_needed');
    },

    options: (actor: Actor, party: RelyingParty | null): Promise<PasskeyOptions> => {
      refuseToken(actor);
      return dialogs.ask(dialogOf(actor, party), actor.personId);
    },

    async byPassword(actor: Actor, password: string, caller: Caller): Promise<Date> {
      refuseToken(actor);
      if ((await checkOwnPassword(actor, password, caller)) === null)
        throw new AppError('confirmation_refused');
      return confirm(actor);
    },

    async byPasskey(actor: Actor, response: PasskeyResponse, party: RelyingParty | null): Promise<Date> {
      refuseToken(actor);
      const found = await dialogs.check(dialogOf(actor, party), response, actor.personId);
      const isUsed = found && (await repos.factors.usePasskey(found.passkey.id, found.counter, clock.now()));
      if (!isUsed) throw new AppError('confirmation_refused');
      return confirm(actor);
    },
  };
}
