import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { hashToken, newToken, type RandomSource } from '../../kernel/random.ts';
import type { SecondFactorGate, SecretBox } from '../auth.ports.ts';
import type { FactorRepos, PasskeyLibrary } from './factors.ports.ts';
import { hasFactor, methodsOf, TICKET_MS } from './factors.rules.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: FactorRepos;
  readonly secretBox: SecretBox;
  readonly passkeys: PasskeyLibrary | null;
}

/** Decides whether a sign-in goes on with a second factor, and whether somebody has to set one up. */
export function createSecondFactorGate({
  clock,
  random,
  repos,
  secretBox,
  passkeys,
}: Needs): SecondFactorGate {
  return {
    async required({ id: personId }, { means, passwordHash }) {
      if (means === 'passkey' || means === 'set_up') return null;
      const summary = await repos.factors.summary(personId);
      if (!hasFactor(summary)) return null;
      const ticket = newToken(random);
      await repos.tickets.insert({
        tokenHash: await hashToken(ticket),
        personId,
        means,
        passwordDigest: passwordHash === undefined ? null : await hashToken(passwordHash),
        expiresAt: new Date(clock.now().getTime() + TICKET_MS),
      });
      const totp = summary.totp !== null && secretBox.canOpen(summary.totp);
      const methods = methodsOf(summary, { passkeys: passkeys !== null, totp });
      return new AppError('second_factor_needed', { secondFactor: { ticket, methods } });
    },

    mustSetUp: ({ id, role }) => repos.factors.lacksOne(id, role),
  };
}
