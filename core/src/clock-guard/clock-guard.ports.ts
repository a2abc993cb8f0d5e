import type { LocalDate } from '../kernel/local-date.ts';
import type { ClockStatus, DatabaseReading, FutureDays, FutureRecords } from './clock-guard.types.ts';

/** Port: clocks beside the wall clock. */
export interface ReferenceClocks {
  /** False in the demo, where days pass in a sleeping tab and nothing can be lost. */
  readonly isGuarded: boolean;
  /** Milliseconds of a clock that cannot be set and, where the host has one, goes on while the machine sleeps. */
  steadyMs(): number;
  /** The database's clock; null where it is the clock of this process. */
  readDatabase(): Promise<DatabaseReading | null>;
  /** Whether a caller's address may be this machine's, besides loopback: its browser shows the server's own clock. */
  isOwnAddress(address: string): boolean;
}

/** The last time that a server believed. Shared by all servers and not replaced by a restore. */
export interface KnownTimeRepository {
  get(): Promise<Date | null>;
  /** Keeps the later of the two. */
  advance(to: Date): Promise<void>;
  /** Sets it, also back. */
  set(to: Date): Promise<void>;
}

export interface ClockGuardRepos {
  readonly knownTime: KnownTimeRepository;
}

export interface FutureDayRepository {
  /** Null when no later day is closed and nobody was seen on one. */
  recordedAfter(day: LocalDate): Promise<FutureDays | null>;
  /** Days after this one that are closed or on which anybody was seen, the latest first. */
  daysAfter(day: LocalDate): Promise<LocalDate[]>;
  /** People with a verdict, a check-in or a class mark on the day, in ascending order. */
  peopleOn(day: LocalDate): Promise<number[]>;
  /** Makes the day open again and removes what was recorded on it, except corrections. Answers how much. */
  clear(day: LocalDate): Promise<FutureRecords>;
}

export interface FutureDayRepos {
  readonly futureDays: FutureDayRepository;
}

/** Whether the clock may decide what is closed or deleted. Asked inside the run of every such job. */
export interface ClockTrust {
  /**
   * Checks the clock now. With the time on which the caller is about to act, false also when that is later than the
   * clock that is believed: a clock that was wrong for a moment, in which it was read.
   */
  isTrusted(used?: Date): Promise<boolean>;
  /** The result of the last check. */
  status(): ClockStatus;
}
