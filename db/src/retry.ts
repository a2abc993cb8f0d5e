import { AppError } from '@rollcall/core/kernel/errors';

/** SQLSTATEs of a transaction that PostgreSQL ended because others were in its way; run again, it succeeds. */
const CONFLICTS = new Set<unknown>([
  '40001', // serialisation failure
  '40P01', // deadlock
]);

const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 15;

/**
 * The table of a month was dropped after the transaction had found it: run again, it creates the table. PostgreSQL names
 * the table of all months and no constraint then; a row that violates a check names the check, and the month. The text of
 * the error is in the language of the server.
 */
const isMissingMonth = (error: object): boolean =>
  'code' in error &&
  error.code === '23514' &&
  'table' in error &&
  error.table === 'attendance_days' &&
  !('constraint' in error && error.constraint);

/** Drizzle wraps the driver's error, which has the code. */
function isConflict(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause)
    if (('code' in each && CONFLICTS.has(each.code)) || isMissingMonth(each)) return true;
  return false;
}

/** Longer with each try, and never the same for two that collided. */
const pauseAfter = (tries: number): Promise<void> =>
  new Promise((done) => setTimeout(done, Math.random() * FIRST_PAUSE_MS * 2 ** tries));

/**
 * Runs a transaction again that a deadlock or a serialisation failure ended, so that nobody at the camera sees one.
 * Fails with `busy` when it is ended every time. The work must have no effects but those of the transaction.
 */
export async function retryConflicts<T>(
  work: () => Promise<T>,
  pause: (tries: number) => Promise<void> = pauseAfter,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tries === MAX_TRIES) throw new AppError('busy', { retryAfterSeconds: 2, cause: error });
      await pause(tries);
    }
  }
}
