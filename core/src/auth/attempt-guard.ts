import { AppError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { ATTEMPT_WINDOW_MS, retryAfter } from './auth.rules.ts';
import type { Attempt } from './auth.types.ts';
import { createKeyedQueue } from './keyed-queue.ts';

/**
 * Counts failures per account and per address, wherever a secret is guessed: sign-in and set-up.
 * Attempts at the same door wait for each other, so that many at once cannot outrun the count.
 */
export function createAttemptGuard({ clock, repos }: Pick<Ports, 'clock' | 'repos'>) {
  const inTurn = createKeyedQueue();

  const refuseIfTooMany = async (attempt: Attempt) => {
    const now = clock.now();
    const failures = await repos.attempts.failuresSince(attempt, new Date(now.getTime() - ATTEMPT_WINDOW_MS));
    const wait = Math.max(retryAfter(failures.account, now) ?? 0, retryAfter(failures.address, now) ?? 0);
    if (wait > 0) throw new AppError('too_many_attempts', { retryAfterSeconds: wait });
  };

  /** `work` throws for a wrong guess after recording it, and answers for a right one. */
  return function guarded<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    return inTurn(`address ${attempt.address}`, () =>
      inTurn(`account ${attempt.account}`, async () => {
        await refuseIfTooMany(attempt);
        return work();
      }),
    );
  };
}

export type AttemptGuard = ReturnType<typeof createAttemptGuard>;
