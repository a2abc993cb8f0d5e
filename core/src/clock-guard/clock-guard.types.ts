import type { LocalDate } from '../kernel/local-date.ts';

/** Why the server's clock is not believed. */
export type ClockDoubt =
  | { readonly reason: 'jumped_forward'; readonly from: Date; readonly to: Date }
  | { readonly reason: 'behind_last_known'; readonly lastKnown: Date; readonly to: Date }
  | { readonly reason: 'differs_from_database'; readonly database: Date; readonly to: Date };

export type ClockDoubtReason = ClockDoubt['reason'];

export type ClockStatus =
  | { readonly state: 'trusted'; readonly serverTime: Date }
  | {
      readonly state: 'doubted';
      readonly serverTime: Date;
      readonly doubt: ClockDoubt;
      /** The server's time at the check that found it. */
      readonly since: Date;
    };

/** On whose word a doubted clock is believed again. */
export type ClockWitness = 'administrator' | 'devices' | 'database';

/** The clocks at one moment. */
export interface ClockReading {
  readonly wall: number;
  /** Milliseconds of a clock that nobody can set; only differences mean something. */
  readonly steady: number;
}

/** The database's clock, read together with the server's. */
export interface DatabaseReading {
  readonly time: number;
  /** Whether the database runs on another machine, so that its clock is evidence. */
  readonly isElsewhere: boolean;
}

/** What is recorded on days to come: only a wrong clock does that. */
export interface FutureRecords {
  /** Absences and leaves that closing gave. */
  readonly verdicts: number;
  /** Of people who were seen, while the clock showed another day. */
  readonly checkIns: number;
  readonly classMarks: number;
}

export interface FutureDays extends FutureRecords {
  /** Closed days; none if there are only check-ins and class marks. */
  readonly days: number;
  /** The first and the last day with any of it. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Who was seen on them, by name with the code; the first fifty. Removed, they are absent on the day they came. */
  readonly people: readonly string[];
}

/** The clock of a signed-in person's device, heard while the server's clock was doubted. */
export interface DeviceReport {
  readonly personId: number;
  readonly isAdmin: boolean;
  /** Server's wall clock minus steady clock at that moment: another one now means that the clock was set since. */
  readonly offset: number;
}
