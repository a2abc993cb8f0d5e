import type { DayStatus } from '../attendance/attendance.types.ts';
import type { LocalDate, LocalTime } from '../kernel/local-date.ts';

export interface BackupScheduleRepository {
  get(): Promise<BackupSchedule>;
  save(schedule: BackupSchedule): Promise<void>;
}

export interface CsvRow {
  readonly date: LocalDate;
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly classSection: string | null;
  readonly status: DayStatus;
  readonly isDayOff: boolean;
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

/** What the head of an archive says; its rows must agree. */
export interface ArchiveAbout {
  readonly schema: number;
  readonly institution: string;
  readonly demo: boolean;
  readonly createdAt: string;
}

/** What a restore does besides loading rows; a dry run says it beforehand. */
export interface RestoreEffects {
  /** Codes of people who were erased or deleted since the backup, and are removed again. */
  readonly erasedAgain: readonly string[];
  readonly deletedAgain: readonly string[];
  /** Consents that were withdrawn since the backup, and stay withdrawn. */
  readonly consentsWithdrawnAgain: number;
  /** The administrator's password will be the one in the backup, which is another than the present one. */
  readonly adminPasswordChanges: boolean;
  /** Other people will be owners, or owners will sign in with another name, address, password or second factor. */
  readonly ownersChange: boolean;
}

/**
 * Replaces the database with the content of an archive, in one transaction. Kept are tombstones, operations and jobs,
 * digests of seen photos and the known time (docs/decisions/0032).
 */
export interface RestoreTarget<Repos> {
  /** The newest schema this program knows. */
  readonly schemaVersion: number;
  /** True when the database has no data. */
  isEmpty(): Promise<boolean>;
  /** Loads the archive into a scratch place and discards it. Fails with the same `ArchiveError` as `replaceAll`. */
  check(about: ArchiveAbout, content: AsyncGenerator<TableRows, ArchiveEnd>): Promise<RestoreEffects>;
  /** `finish` runs in the same transaction, after the rows are written. */
  replaceAll(
    about: ArchiveAbout,
    content: AsyncGenerator<TableRows, ArchiveEnd>,
    finish: (repos: Repos, effects: RestoreEffects) => Promise<void>,
  ): Promise<RestoreEffects>;
}

/** What a dry run needs of it. */
export type RestoreCheck = Pick<RestoreTarget<never>, 'schemaVersion' | 'check'>;

/** Stops changes at every server of a database, so that nothing is acknowledged that a restore then replaces. */
export interface Maintenance {
  /** Waits for changes under way, then runs `work`. Fails with `restore_running` while another one holds it. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** True while changes are refused, here or by another server. */
  isOn(): Promise<boolean>;
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
