import type { Role } from '../access.ts';
import type { PersonKind } from '../people/people.types.ts';
import type { Session } from './auth.types.ts';

const MINUTE = 60_000;
export const SESSION_IDLE_MS = 12 * 60 * MINUTE;
export const SESSION_ABSOLUTE_MS = 7 * 24 * 60 * MINUTE;
/** Writing "seen now" on every request would make every read a write; a minute's precision is enough for a 12 h limit. */
export const SESSION_TOUCH_MS = MINUTE;

export const ATTEMPT_WINDOW_MS = 15 * MINUTE;
export const ATTEMPT_LIMIT = 5;

export const PASSWORD_MIN = 6;
/** Long enough for any passphrase; short enough that hashing it costs no more than usual. */
export const PASSWORD_MAX = 256;

export function isSessionAlive(session: Session, now: Date): boolean {
  const idle = now.getTime() - session.lastSeenAt.getTime();
  const age = now.getTime() - session.createdAt.getTime();
  return idle < SESSION_IDLE_MS && age < SESSION_ABSOLUTE_MS;
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
    .filter((at) => at > now.getTime() - ATTEMPT_WINDOW_MS)
    .sort((a, b) => b - a);
  const oldestThatCounts = recent[ATTEMPT_LIMIT - 1];
  if (oldestThatCounts === undefined) return null;
  return Math.max(1, Math.ceil((oldestThatCounts + ATTEMPT_WINDOW_MS - now.getTime()) / 1000));
}

export const roleOf = (kind: PersonKind): Role => (kind === 'admin' ? 'admin' : 'user');

/** Usernames and accounts are compared without case, so that "Alex" on a phone keyboard still signs in. */
export const accountKey = (username: string): string => username.trim().toLowerCase();
