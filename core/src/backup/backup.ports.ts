import type { DayStatus } from '../attendance/attendance.types.ts';
import type { LocalDate, LocalTime } from '../kernel/local-date.ts';

export interface BackupScheduleRepository {
  get(): Promise<BackupSchedule>;
  save(schedule: BackupSchedule): Promise<void>;
  lastRun(): Promise<LocalDate | null>;
  /** True for one caller per day; that server makes the backup. */
  claim(day: LocalDate): Promise<boolean>;
}

export interface CsvRow {
  readonly date: LocalDate;
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly classSection: string | null;
  readonly status: DayStatus;
  readonly firstIn: Date | null;
  readonly lastSeen: Date | null;
}

/** Reads the database in pages, so that memory use does not depend on its size. */
export interface ArchiveReader {
  readonly schemaVersion: () => Promise<number>;
  /** Number of rows per table, in an order in which the tables can be written back. */
  tableRowCounts(): Promise<ReadonlyMap<string, number>>;
  rows(table: string): AsyncIterable<readonly string[]>;
  sequences(): Promise<Record<string, number>>;
  /** One section of the JSON export: rows with the documented fields and no others. */
  exportRows(section: ExportSection): AsyncIterable<readonly string[]>;
  attendance(date: LocalDate | null): AsyncIterable<readonly CsvRow[]>;
}

export const EXPORT_SECTIONS = [
  'institution',
  'people',
  'classes',
  'time_rules',
  'attendance_days',
  'check_ins',
  'class_marks',
  'notices',
  'audit',
] as const;
export type ExportSection = (typeof EXPORT_SECTIONS)[number];

/** Runs `work` on one consistent snapshot of the database, while others go on writing. */
export interface Snapshots {
  read<T>(work: (reader: ArchiveReader) => Promise<T>): Promise<T>;
}

/** Replaces the whole database with the content of an archive, in one transaction. */
export interface RestoreTarget<Repos> {
  /** The newest schema this program knows. */
  readonly schemaVersion: number;
  /** True when the database has no data. */
  isEmpty(): Promise<boolean>;
  /** `finish` runs in the same transaction, after the rows are written. */
  replaceAll(
    schema: number,
    content: AsyncGenerator<TableRows, ArchiveEnd>,
    finish: (repos: Repos) => Promise<void>,
  ): Promise<void>;
}

export interface CsvChoice {
  /** One day, or every day. */
  readonly date: LocalDate | null;
}

export interface BackupSchedule {
  readonly enabled: boolean;
  /** In the institution's zone. */
  readonly at: LocalTime;
  /** A backup is kept this many days; the first one of a week is kept `keepWeekly` weeks. */
  readonly keepDaily: number;
  readonly keepWeekly: number;
}

/** Derives a key from a passphrase, slow on purpose and off the event loop. */
export interface PassphraseKdf {
  readonly cost: KdfCost;
  derive(passphrase: string, salt: Uint8Array, cost: KdfCost): Promise<Uint8Array>;
}

/** Rows of one table as JSON text written by the database, so that no JavaScript number loses precision. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly string[];
}

/** Next values of the id sequences, so that the id of an erased person is never used again. */
export interface ArchiveEnd {
  readonly sequences: Readonly<Record<string, number>>;
}

export interface BackupRepos {
  readonly backupSchedule: BackupScheduleRepository;
}

/** Cost parameters of the key derivation; stored in the file, so that later versions can raise them. */
export interface KdfCost {
  readonly name: 'scrypt';
  readonly N: number;
  readonly r: number;
  readonly p: number;
}
