import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { hashToken, hexDigest } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { AuthRepos, GuardAttempt } from './auth.ports.ts';
import { accountKey } from './auth.rules.ts';
import type { Attempt, Caller } from './auth.types.ts';
import { ACCOUNT_WINDOW_MS, DEVICE_MS, NETWORK_WINDOW_MS, networkOf, retryAfter } from './guessing.rules.ts';

interface Needs {
  readonly clock: Clock;
  readonly repos: AuthRepos;
  readonly transact: Transact<AuthRepos>;
}

/**
 * Limits wrong secrets per account, network and device, at all servers together: a try is written down before the secret
 * is looked at, under a lock of the database, and taken back when the secret was right. Guesses sent in parallel, also
 * to several servers, so cannot all be looked at before the first failure counts.
 */
export function createAttemptGuard({ clock, repos, transact }: Needs): GuardAttempt {
  const ago = (ms: number, from = clock.now()) => new Date(from.getTime() - ms);

  const attemptOf = async (
    who: Parameters<GuardAttempt>[0],
    caller: Pick<Caller, 'address' | 'deviceToken'>,
  ): Promise<Attempt> => {
    const network = networkOf(caller.address);
    if (who !== null && typeof who === 'object' && 'pinOf' in who)
      return { account: `pin ${who.pinOf}`, network, deviceId: null };
    if (who !== null && typeof who === 'object' && 'placeCodeBy' in who) {
      const account = `place code ${who.placeCodeBy}`;
      // Of a network of their own: they count from wherever they come, and for nobody else.
      return { account, network: account, deviceId: null };
    }
    if (who !== null && typeof who === 'object' && 'numberTyped' in who)
      return { account: `number ${await hexDigest(accountKey(who.numberTyped))}`, network, deviceId: null };
    if (who === null) return { account: null, network, deviceId: null };
    // What was typed may be a password in the wrong field.
    if (typeof who === 'string')
      return { account: `typed ${await hexDigest(accountKey(who))}`, network, deviceId: null };
    const { deviceToken } = caller;
    const deviceId =
      deviceToken === null
        ? null
        : await repos.devices.find(who.id, await hashToken(deviceToken), ago(DEVICE_MS));
    return { account: `person ${who.id}`, network, deviceId };
  };

  /** Seconds until the try is allowed; null when it is allowed now. */
  const waitFor = async (tx: AuthRepos, attempt: Attempt, atDoor?: Date): Promise<number | null> => {
    await tx.attempts.lock(attempt);
    const at = atDoor ?? clock.now();
    const past = await tx.attempts.past(attempt, {
      account: ago(ACCOUNT_WINDOW_MS, at),
      network: ago(NETWORK_WINDOW_MS, at),
    });
    return retryAfter(past, attempt.deviceId !== null, at, atDoor !== undefined);
  };

  /**
   * Counts the try as a failure until it is known to be none. A known device that has to wait is a stranger: people share
   * browsers, and whoever guesses in one must not keep the others out.
   */
  const reserve = (attempt: Attempt, atDoor?: Date): Promise<number> =>
    transact(async (tx) => {
      const wait = await waitFor(tx, attempt, atDoor);
      if (wait === null) return tx.attempts.insert(attempt, atDoor ?? clock.now());
      const stranger = { ...attempt, deviceId: null };
      const strangersWait = attempt.deviceId === null ? wait : await waitFor(tx, stranger);
      if (strangersWait === null) return tx.attempts.insert(stranger, clock.now());
      throw new AppError('too_many_attempts', { retryAfterSeconds: Math.min(wait, strangersWait) });
    });

  return async function guardAttempt(who, caller, check) {
    const reserved = await reserve(await attemptOf(who, caller), caller.atDoor);
    let isWrong = false;
    try {
      const result = await check();
      isWrong = result === null;
      return result;
    } finally {
      if (!isWrong) await repos.attempts.remove(reserved);
    }
  };
}
