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
  /**
   * Days of the range that are closed or on which anybody has a verdict or an imported absence, in order; and today, which
   * may get its first verdict at any moment.
   */
  knownDays(from: LocalDate, to: LocalDate, today: LocalDate): Promise<KnownDay[]>;
  /** Changes the frames of the closed days among these. */
  reframe(days: readonly Pick<KnownDay, 'date' | 'calendar'>[]): Promise<void>;

  /**
   * Notes that everybody's day must be derived again on these dates, and answers the id of the repair. A repair that is
   * working on one of them loses it.
   */
  beginRepair(dates: readonly LocalDate[]): Promise<string>;
  /** Takes the days of repairs whose lease ran out, because whoever worked on them stopped; in order. */
  takeOverRepairs(): Promise<{ readonly repair: string; readonly dates: LocalDate[] }>;
  /** Extends the lease of the repair and keeps the day until the transaction ends; false if another repair has it. */
  holdRepair(repair: string, date: LocalDate): Promise<boolean>;
  /** Ends the repair of a day, unless another repair has it. */
  finishRepair(repair: string, date: LocalDate): Promise<void>;

  /** Saves the working days from a day on; later changes are replaced, earlier days keep theirs. */
  saveWorkingDays(workingDays: readonly number[], from: LocalDate): Promise<void>;

  /** False if the day is not closed, or reopened already. */
  reopen(date: LocalDate, at: Date): Promise<boolean>;
  /** Closes a reopened day again; false if it is not reopened. */
  closeAgain(date: LocalDate, at: Date): Promise<boolean>;
  reopenedDays(): Promise<ReopenedDay[]>;

  /**
   * Ids of people whose day may have a verdict, in ascending order: registered before the day and not deleted, or with
   * an imported absence or a verdict on it. A section is the one of the day.
   */
  peopleOn(date: LocalDate, scope: Scope, afterId: number, limit: number): Promise<number[]>;
}
