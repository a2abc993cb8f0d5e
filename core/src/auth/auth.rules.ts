import type { Session } from './auth.types.ts';

const MINUTE = 60_000;
export const SESSION_IDLE_MS = 12 * 60 * MINUTE;
export const SESSION_ABSOLUTE_MS = 7 * 24 * 60 * MINUTE;
/** `lastSeenAt` is written at most this often, because a write on every request would be slow. */
const SESSION_TOUCH_MS = MINUTE;

export const ATTEMPT_WINDOW_MS = 15 * MINUTE;
const ATTEMPT_LIMIT = 5;

export const PASSWORD_MIN = 6;
/** Long enough for any passphrase, short enough to hash quickly. */
export const PASSWORD_MAX = 256;

/** A time further in the future than this was written by a wrong clock. */
const SKEW_MS = 60 * MINUTE;

export function isSessionAlive(session: Session, now: Date): boolean {
  const idle = now.getTime() - session.lastSeenAt.getTime();
  const age = now.getTime() - session.createdAt.getTime();
  return idle < SESSION_IDLE_MS && age < SESSION_ABSOLUTE_MS && Math.min(idle, age) >= -SKEW_MS;
}

export function needsTouch(session: Session, now: Date): boolean {
  return now.getTime() - session.lastSeenAt.getTime() >= SESSION_TOUCH_MS;
}

/**
 * Seconds until the next attempt is allowed, or null when it is allowed now.
 * `failures` are the times of past failures, in any order; only the last window counts.
 */
export function retryAfter(failures: readonly Date[], now: Date): number | null {
  const recent = failures
    .map((at) => at.getTime())
    .filter((at) => Math.abs(now.getTime() - at) < ATTEMPT_WINDOW_MS)
    .sort((a, b) => b - a);
  const oldestThatCounts = recent[ATTEMPT_LIMIT - 1];
  if (oldestThatCounts === undefined) return null;
  return Math.max(1, Math.ceil((oldestThatCounts + ATTEMPT_WINDOW_MS - now.getTime()) / 1000));
}

/** Accounts are compared without case, because phone keyboards capitalise the first letter. */
export const accountKey = (username: string): string => username.trim().toLowerCase();

/** The account of all administrator sign-ins, which have no username. */
export const ADMIN_ACCOUNT = '(administrator)';
