import { hashToken } from '../kernel/random.ts';
import type { AuthRepos, SignInTurns } from './auth.ports.ts';
import { accountKey } from './auth.rules.ts';
import { createFairTurns, createKeyedQueue } from './fair-turns.ts';
import { networkOf } from './guessing.rules.ts';

/** Tries that wait for the one before them at the same account, and tries at all accounts. */
const ACCOUNTS = { perKey: 60, inAll: 8000 };
/**
 * Hashing a password takes 19 MiB and a core for about 25 ms. Known devices have places of their own, so that a flood
 * from elsewhere does not hold them up.
 */
const STRANGERS = { running: 8, perKey: 2000, inAll: 4000 };
const KNOWN = { running: 8, perKey: 2000, inAll: 4000 };
const LOOKUPS = { running: 4, perKey: 2000, inAll: 4000 };

/**
 * Lets few sign-ins run at a time, the database included, and those at one account one after another: a try that is not
 * decided yet counts as a failure.
 */
export function createSignInTurns({ repos }: { readonly repos: AuthRepos }): SignInTurns {
  const oneByOne = createKeyedQueue(ACCOUNTS);
  const strangers = createFairTurns(STRANGERS);
  const known = createFairTurns(KNOWN);
  const lookups = createFairTurns(LOOKUPS);

  return async function inTurn(name, { address, deviceToken }, work) {
    const network = networkOf(address);
    const isKnown =
      deviceToken !== null &&
      (await lookups(network, async () => repos.devices.exists(await hashToken(deviceToken))));
    const lane = `${accountKey(name)} ${isKnown ? deviceToken : ''}`;
    return oneByOne(lane, () => (isKnown ? known : strangers)(network, work));
  };
}
