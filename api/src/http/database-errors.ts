import { AppError } from '@rollcall/core/kernel/errors';

/**
 * SQLSTATEs of a value that no column can hold: text that is no UTF-8, a date or number out of range, a broken check.
 * The contracts should have refused it before.
 */
const UNSTORABLE = new Set(['22P05', '22021', '22008', '22003', '22007', '22P02', '22001', '23514']);
/** SQLSTATEs of two callers at once: both inserted the same, or one removed what the other refers to. */
const COLLIDED = new Set(['23505', '23503']);

function sqlStateOf(error: unknown): string | null {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1)
    if ('code' in each && typeof each.code === 'string' && /^[0-9A-Z]{5}$/.test(each.code)) return each.code;
  return null;
}

/** The answer to a value that only the database refused; null for every other error, and for what a service explains. */
export function refusedByDatabase(error: unknown): AppError | null {
  if (error instanceof AppError) return null;
  const state = sqlStateOf(error);
  if (state === null) return null;
  if (UNSTORABLE.has(state))
    return new AppError('invalid_input', { message: 'A value is out of range.', cause: error });
  return COLLIDED.has(state) ? new AppError('conflict', { cause: error }) : null;
}
