import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { AttemptGuard, AuthRepos } from './auth.ports.ts';
import { ATTEMPT_WINDOW_MS, retryAfter } from './auth.rules.ts';
import type { Attempt } from './auth.types.ts';

/**
 * Runs work one at a time per key. Sign-in attempts for one account wait for each other, so that guesses sent in
 * parallel cannot all be checked before the first failure is counted.
 */
export function createKeyedQueue() {
  const tails = new Map<string, Promise<unknown>>();

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = tails.get(key) ?? Promise.resolve();
    const result = previous.then(work, work);
    const settled = result.catch(() => undefined);
    tails.set(key, settled);
    try {
      return await result;
    } finally {
      if (tails.get(key) === settled) tails.delete(key);
    }
  };
}

/**
 * Limits failed sign-in and set-up attempts per account and per address. Attempts for the same account or address run
 * one after another.
 */
export function createAttemptGuard({
  clock,
  repos,
}: {
  readonly clock: Clock;
  readonly repos: AuthRepos;
}): AttemptGuard {
  const inTurn = createKeyedQueue();

  const refuseIfTooMany = async (attempt: Attempt) => {
    const now = clock.now();
    const failures = await repos.attempts.failuresSince(attempt, new Date(now.getTime() - ATTEMPT_WINDOW_MS));
    const wait = Math.max(retryAfter(failures.account, now) ?? 0, retryAfter(failures.address, now) ?? 0);
    if (wait > 0) throw new AppError('too_many_attempts', { retryAfterSeconds: wait });
  };

  return function guardAttempt<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    return inTurn(`address ${attempt.address}`, () =>
      inTurn(`account ${attempt.account}`, async () => {
        await refuseIfTooMany(attempt);
        return work();
      }),
    );
  };
}
