import type { Person } from '../people/people.types.ts';
import type { Session } from './auth.types.ts';

const MINUTE = 60_000;
export const SESSION_IDLE_MS = 12 * 60 * MINUTE;
export const SESSION_ABSOLUTE_MS = 7 * 24 * 60 * MINUTE;
/** `lastSeenAt` is written at most this often, because a write on every request would be slow. */
const SESSION_TOUCH_MS = MINUTE;

/** Of students; others have PASSWORD_MIN_OTHERS and a password that is not easily guessed. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MIN_OTHERS = 8;

/** Whether the rules for passwords of students hold: students with a role have those of everybody else. */
export const hasStudentPassword = ({ kind, role }: Pick<Person, 'kind' | 'role'>): boolean =>
  kind === 'student' && role === 'member';

/** The least number of characters of a password. */
export const passwordLeast = (owner: Pick<Person, 'kind' | 'role'>): number =>
  hasStudentPassword(owner) ? PASSWORD_MIN : PASSWORD_MIN_OTHERS;

/** Long enough for any passphrase, short enough to hash quickly. */
export const PASSWORD_MAX = 256;

/** A time further in the future than this was written by a wrong clock. */
const SKEW_MS = 60 * MINUTE;

export function isSessionAlive(session: Pick<Session, 'createdAt' | 'lastSeenAt'>, now: Date): boolean {
  const idle = now.getTime() - session.lastSeenAt.getTime();
  const age = now.getTime() - session.createdAt.getTime();
  return idle < SESSION_IDLE_MS && age < SESSION_ABSOLUTE_MS && Math.min(idle, age) >= -SKEW_MS;
}

export function needsTouch(session: Pick<Session, 'createdAt' | 'lastSeenAt'>, now: Date): boolean {
  return now.getTime() - session.lastSeenAt.getTime() >= SESSION_TOUCH_MS;
}

/** How long a dangerous act does not ask again who the person is. */
export const CONFIRMED_MS = 5 * MINUTE;

/** Until when the actor counts as confirmed; null when that is over. A confirmation in the future is a wrong clock's. */
export function confirmedUntil(confirmedAt: Date | null, now: Date): Date | null {
  if (confirmedAt === null || Math.abs(now.getTime() - confirmedAt.getTime()) >= CONFIRMED_MS) return null;
  return new Date(confirmedAt.getTime() + CONFIRMED_MS);
}

/** The only letters whose lower case depends on the language or on their place in a word. */
const ONE_LETTER: Readonly<Record<string, string>> = { İ: 'i', ı: 'i', ς: 'σ' };

/**
 * What usernames are compared by: without case, because phone keyboards capitalise the first letter, and each letter for
 * itself. The database has the same function, `account_key`, which its index and its queries use; a test compares them.
 */
export const accountKey = (username: string): string =>
  Array.from(username.trim().normalize('NFKC'), (letter) => {
    const lower = ONE_LETTER[letter] ?? letter.toLowerCase();
    return Array.from(lower).length === 1 ? (ONE_LETTER[lower] ?? lower) : letter;
  }).join('');

/** In the audit, for the account that set-up creates. */
export const ADMIN_ACCOUNT = '(administrator)';
