import type { LocalDate } from '../kernel/local-date.ts';
import type { Scope } from '../reports/report.types.ts';
import type { CalendarDay } from './attendance.types.ts';

/** A day with the facts of the calendar for it. */
export interface KnownDay {
  readonly date: LocalDate;
  /** What the day is: by its frame if it is closed, else by the working days and holidays. */
  readonly calendar: CalendarDay;
  /** The working days that held on the day. */
  readonly workingDays: readonly number[];
  readonly isHoliday: boolean;
}

export interface ReopenedDay {
  readonly date: LocalDate;
  readonly reopenedAt: Date;
}

/** The calendar of days that lie behind, and the people whose days it decides. */
export interface CalendarHistoryRepository {
  /** Days of the range that are closed or on which anybody has a verdict, in order. */
  knownDays(from: LocalDate, to: LocalDate): Promise<KnownDay[]>;
  /** Changes the frames of the closed days among these, and notes for which of them people's days must be derived again. */
  reframe(days: readonly Pick<KnownDay, 'date' | 'calendar'>[]): Promise<void>;
  /** Closed days whose repair was begun and not finished, in order. */
  unrepairedDays(): Promise<LocalDate[]>;
  finishRepair(date: LocalDate): Promise<void>;

  /** Saves the working days from a day on; later changes are replaced, earlier days keep theirs. */
  saveWorkingDays(workingDays: readonly number[], from: LocalDate): Promise<void>;

  /** False if the day is not closed, or reopened already. */
  reopen(date: LocalDate, at: Date): Promise<boolean>;
  /** Closes a reopened day again; false if it is not reopened. */
  closeAgain(date: LocalDate, at: Date): Promise<boolean>;
  reopenedDays(): Promise<ReopenedDay[]>;

  /**
   * Ids of people whose day may have a verdict, in ascending order: registered before the day and not deleted, or with
   * a verdict on it.
   */
  peopleOn(date: LocalDate, scope: Scope, afterId: number, limit: number): Promise<number[]>;
}
