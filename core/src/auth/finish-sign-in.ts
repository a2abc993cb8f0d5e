import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { hashToken, newToken, type RandomSource } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { AuthRepos, FinishSignIn, SecondFactorGate } from './auth.ports.ts';
import { DEVICES_PER_PERSON } from './guessing.rules.ts';

type Repos = AuditRepos & AuthRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly secondFactor: SecondFactorGate;
}

/** Browsers tell more than the list of sessions shows. */
const USER_AGENT_MAX = 400;

export function createFinishSignIn({ clock, random, repos, transact, secondFactor }: Needs): FinishSignIn {
  /** The token that the browser has, if this server gave it to somebody; people share browsers. */
  const deviceOf = async (given: string | null): Promise<{ token: string; hash: Uint8Array }> => {
    if (given !== null) {
      const hash = await hashToken(given);
      if (await repos.devices.exists(hash)) return { token: given, hash };
    }
    const token = newToken(random);
    return { token, hash: await hashToken(token) };
  };

  return async (person, { address, userAgent, means, deviceToken, passwordHash }) => {
    const token = newToken(random);
    const tokenHash = await hashToken(token);
    const device = await deviceOf(deviceToken);
    const at = clock.now();
    const mustChange = await transact(async (tx) => {
      const { isThere, hash, mustChange } = await tx.people.lockSignIn(person.id);
      // Deleted meanwhile, or the password was changed while the old one was checked.
      if (!isThere || (passwordHash !== undefined && hash !== passwordHash))
        throw new AppError('invalid_credentials');
      await tx.sessions.insert({
        tokenHash,
        personId: person.id,
        at,
        address,
        userAgent: userAgent.slice(0, USER_AGENT_MAX),
        means,
      });
      const deviceId = await tx.devices.remember(person.id, device.hash, at, DEVICES_PER_PERSON);
      await tx.attempts.removeOfDevice(deviceId);
      await tx.audit.insert(
        auditEntry({ personId: person.id, name: person.name, address }, at, 'sign_in', person.code, {
          role: person.role,
          means,
        }),
      );
      // Whoever signs in with a provider may not know the password that somebody else chose.
      return mustChange && means !== 'provider';
    });
    const mustDo = mustChange ? 'password' : (await secondFactor.mustSetUp(person)) ? 'second_factor' : null;
    return { token, person, mustDo, deviceToken: device.token };
  };
}
