import type { EmptiedDays } from '../attendance/attendance.types.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { RetainedMonth, RetainedTable, RetentionRun, RetentionState } from './retention.types.ts';

/** Where a page ended: the row's date or time, and its number. */
export interface RowPlace {
  readonly date: string;
  readonly key: string;
}

/** Rows as JSON text, with the place where they end unless they are the last; verdicts also as the parts of months. */
export interface RetainedPage {
  readonly rows: readonly string[];
  readonly last: RowPlace | null;
  readonly months: readonly RetainedMonth[];
}

export interface RetentionRepository {
  /** People whose face was neither enrolled nor recognised since; all, or those of them who are asked for. */
  unusedFaces(since: Date, among?: readonly number[]): Promise<{ personId: number; code: string }[]>;
  countAttendanceBefore(day: LocalDate): Promise<{ days: number; checkIns: number }>;
  countAuditBefore(at: Date): Promise<number>;
  /** Whether there is anything to remove, which is found out without counting it. */
  hasAttendanceBefore(day: LocalDate): Promise<boolean>;
  hasAuditBefore(at: Date): Promise<boolean>;

  /** Rows older than `before`, oldest first. */
  page(
    table: RetainedTable,
    before: LocalDate | Date,
    after: RowPlace | null,
    limit: number,
  ): Promise<RetainedPage>;
  /** Removes those of these rows that are still exactly as they were written. Answers how many. */
  remove(table: RetainedTable, rows: readonly string[]): Promise<number>;
  /**
   * Removes all verdicts of a month with their roll-ups, if they are those that were written, unchanged. Answers how many;
   * null if they are not, or if somebody uses them for long. Without any left, none.
   */
  removeMonth(month: RetainedMonth): Promise<number | null>;
  /** Drops the tables of months before the day that hold nothing any more, unless others would have to wait for it. */
  dropEmptyMonths(before: LocalDate): Promise<void>;
  /**
   * Inserts the rows that are missing, except those of people who were erased, and personal texts of people who were
   * deleted since `writtenAt`. Answers how many.
   */
  putBack(table: RetainedTable, rows: readonly string[], writtenAt: Date): Promise<number>;

  insertRun(operationId: number, startedAt: Date): Promise<void>;
  /** Locks the run until the transaction ends: whoever changes its state or works for it holds the lock. */
  lockRun(operationId: number): Promise<RetentionState | null>;
  /** The file is whole: its rows may be removed. */
  startRemoving(
    operationId: number,
    file: { total: number; bytes: number; sha256: string; months: readonly RetainedMonth[] },
  ): Promise<void>;
  /**
   * Adds days to those that are removed with this file. Not beyond the last verdict there is: a wrong clock must not stop
   * days from being derived that have not come yet.
   */
  noteEmptied(file: string, days: EmptiedDays): Promise<void>;
  /**
   * The file was put back; it is about these days, and holds verdicts of these dates. Where it is not known by its name, or
   * its days were not known, what is noted of them otherwise is forgotten too.
   */
  forgetEmptied(file: string, days: EmptiedDays | null, dates: readonly LocalDate[]): Promise<void>;
  /**
   * Those of the days with a verdict that does not fit the calendar or the leaves as they are recorded now, in order;
   * without days that are emptied.
   */
  unfittingDays(days: EmptiedDays): Promise<LocalDate[]>;
  /** Notes a step in the transaction that makes it. */
  noteRemoved(operationId: number, table: RetainedTable, done: number, removed: number): Promise<void>;
  notePutBack(operationId: number, table: RetainedTable, rows: number): Promise<void>;
  endRun(operationId: number, state: 'done' | 'failed', at: Date): Promise<void>;
  noteUndone(operationId: number, at: Date): Promise<void>;
  /** Those that removed something and can be undone, newest first. */
  runs(limit: number): Promise<RetentionRun[]>;
  run(operationId: number): Promise<RetentionRun | null>;
  /** Runs that an ended process left, oldest first. */
  unfinished(): Promise<RetentionRun[]>;
}

export interface RetentionRepos {
  readonly retention: RetentionRepository;
}

/** Seals content with the installation's master key, like a backup. */
export interface RetentionSeal {
  seal(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Fails with `archive_refused` when the file is damaged or of another installation, the content likewise. */
  open(
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<{ readonly writtenAt: Date; readonly content: AsyncIterable<Uint8Array> }>;
}
