import type { DayStatus } from '../attendance/attendance.types.ts';
import type { Repositories } from '../ports.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { ArchiveEnd, TableRows } from './archive-content.ts';
import type { BackupSchedule, NewOperation, Operation, OperationResult } from './backup.types.ts';

export interface StoredFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Where finished files live. A file appears whole or not at all. */
export interface FileStore {
  write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  read(name: string): Promise<{ bytes: number; stream: ReadableStream<Uint8Array> } | null>;
  remove(name: string): Promise<void>;
}

export interface OperationRepository {
  /** Begins as running. */
  insert(operation: NewOperation): Promise<Operation>;
  /** Of one that is still running; a late word on a finished one changes nothing. */
  progress(id: number, done: number, total: number): Promise<void>;
  finish(id: number, result: OperationResult): Promise<Operation>;
  /** What a process that ended left as running has failed. */
  failStale(before: Date, reason: string): Promise<number>;
  /** Newest first, without uploads. */
  list(limit: number): Promise<Operation[]>;
  byFile(file: string): Promise<Operation | null>;
  byId(id: number): Promise<Operation | null>;
  /** Forgets and answers what has expired, so that its files can go too. */
  takeExpired(now: Date): Promise<Operation[]>;
}

export interface BackupScheduleRepository {
  get(): Promise<BackupSchedule>;
  save(schedule: BackupSchedule): Promise<void>;
  lastRun(): Promise<LocalDate | null>;
  /** True once a day: whoever gets it makes the backup, however many servers ask. */
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

/** Reads everything in pages, so that memory stays flat whatever the size. */
export interface ArchiveReader {
  readonly schemaVersion: () => Promise<number>;
  /** Tables with their rows, in an order in which they can be written back. */
  tables(): Promise<ReadonlyMap<string, number>>;
  rows(table: string): AsyncIterable<readonly string[]>;
  sequences(): Promise<Record<string, number>>;
  /** One section of the JSON export: rows with the documented fields and no others. */
  exported(section: ExportSection): AsyncIterable<readonly string[]>;
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

/** One moment of the database, held still while everybody else goes on writing. */
export interface Snapshots {
  read<T>(work: (reader: ArchiveReader) => Promise<T>): Promise<T>;
}

/** Puts an archive in the place of everything that is there, in one step that happens or does not. */
export interface RestoreTarget {
  /** The newest schema this program knows. */
  readonly schemaVersion: number;
  /** True when there is nothing to lose. */
  isEmpty(): Promise<boolean>;
  /** `finish` runs in the same step, on what has just been written. */
  replaceAll(
    schema: number,
    content: AsyncGenerator<TableRows, ArchiveEnd>,
    finish: (repos: Repositories) => Promise<void>,
  ): Promise<void>;
}
