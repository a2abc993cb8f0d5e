import type { Attempt, Session } from './auth.types.ts';

export interface SessionRepository {
  insert(session: { tokenHash: Uint8Array; personId: number; at: Date; address: string }): Promise<void>;
  byTokenHash(tokenHash: Uint8Array): Promise<Session | null>;
  byId(id: number): Promise<Session | null>;
  touch(id: number, at: Date): Promise<void>;
  remove(id: number): Promise<void>;
  /** `except` keeps one session alive: the one that asked. */
  removeAllOf(personId: number, except?: number): Promise<void>;
  removeOlderThan(idleSince: Date, createdBefore: Date): Promise<number>;
}

export interface AttemptRepository {
  recordFailure(attempt: Attempt, at: Date): Promise<void>;
  failuresSince(attempt: Attempt, since: Date): Promise<{ account: Date[]; address: Date[] }>;
  removeOlderThan(at: Date): Promise<void>;
}

/** Slow on purpose, and off the event loop. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * For passwords this server made itself, random and long: there is nothing to guess, so the price of guessing
   * need not be paid thousands of times in one import. The first change of it pays in full.
   */
  hashGenerated(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** A hash of nothing anyone knows: verifying against it costs what a real one costs. */
  readonly decoy: string;
}

export interface RandomSource {
  bytes(length: number): Uint8Array;
}
