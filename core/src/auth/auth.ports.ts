import type { Actor } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { Attempt, Session } from './auth.types.ts';

export interface SessionRepository {
  insert(session: { tokenHash: Uint8Array; personId: number; at: Date; address: string }): Promise<void>;
  byTokenHash(tokenHash: Uint8Array): Promise<Session | null>;
  byIds(ids: readonly number[]): Promise<Session[]>;
  touch(id: number, at: Date): Promise<void>;
  remove(id: number): Promise<void>;
  /** `except` is the id of a session to keep. */
  removeAllOf(personId: number, except?: number): Promise<void>;
  removeOlderThan(idleSince: Date, createdBefore: Date): Promise<number>;
}

export interface AttemptRepository {
  recordFailure(attempt: Attempt, at: Date): Promise<void>;
  failuresSince(attempt: Attempt, since: Date): Promise<{ account: Date[]; address: Date[] }>;
  removeOlderThan(at: Date): Promise<void>;
}

export interface AccountRepository {
  /** What the account of an office or a teacher is limited to on a day. */
  duties(personId: number, on: LocalDate): Promise<Pick<Actor, 'sections' | 'classIds'>>;
}

/** Port: hashes passwords slowly on purpose, off the event loop. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Hashes a password that this server generated, at a lower cost: it is random and long, so guessing is hopeless, and
   * an import hashes thousands of them.
   */
  hashGenerated(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** A hash without a known password, verified for unknown accounts so that they take the same time. */
  readonly decoy: string;
}

export interface AuthRepos {
  readonly sessions: SessionRepository;
  readonly attempts: AttemptRepository;
  readonly accounts: AccountRepository;
}

/**
 * Runs a sign-in or set-up attempt unless the account or the address has failed too often. `work` throws for a wrong
 * secret after recording the failure.
 */
export type AttemptGuard = <T>(attempt: Attempt, work: () => Promise<T>) => Promise<T>;
