import type { LocalDate } from '../kernel/local-date.ts';

/** Tables whose old rows retention removes, in the order in which they are removed. */
export const RETAINED_TABLES = [
  'corrections',
  'day_notes',
  'leaves',
  'class_marks',
  'fixed_absences',
  'check_ins',
  'attendance_days',
  'audit',
] as const;
export type RetainedTable = (typeof RETAINED_TABLES)[number];

export type RowCounts = Readonly<Partial<Record<RetainedTable, number>>>;

/** Number of rows the retention rules would remove now. */
export interface RetentionCount {
  readonly peopleWithUnusedFaces: number;
  readonly attendanceDays: number;
  readonly checkIns: number;
  readonly auditEntries: number;
}

/** Dates and instants before which data is removed; null keeps it. */
export interface Cutoffs {
  readonly facesUnusedSince: Date | null;
  readonly attendanceBefore: LocalDate | null;
  readonly auditBefore: Date | null;
}

/** Rows of one table as JSON text written by the database. */
export interface RetainedRows {
  readonly table: RetainedTable;
  readonly rows: readonly string[];
}

/** The verdicts of one month in a retention file: the month is removed at once if it still holds exactly these. */
export interface RetainedMonth {
  /** Its first day. */
  readonly month: LocalDate;
  /** The first of its days with a verdict, and the day after the last. */
  readonly since: LocalDate;
  readonly before: LocalDate;
  readonly rows: number;
  /** The sum of the hashes of its rows, which the database gives. */
  readonly fingerprint: string;
}

/**
 * `writing`: the rows are being written to the sealed file, nothing is removed yet. `removing`: the file is whole, and
 * exactly its rows are being removed; a later run continues after a crash.
 */
export type RetentionState = 'writing' | 'removing' | 'done' | 'failed';

/** One removal of old rows, with the sealed file that can undo it. */
export interface RetentionRun {
  readonly operationId: number;
  readonly state: RetentionState;
  readonly file: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** Until when it can be undone. */
  readonly expiresAt: Date;
  /** Rows of the file that were dealt with. */
  readonly done: number;
  readonly total: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Whole months of verdicts; of a file that an earlier version wrote, none. */
  readonly months: readonly RetainedMonth[];
  readonly removed: RowCounts;
  readonly undoneAt: Date | null;
  readonly putBack: RowCounts;
}
