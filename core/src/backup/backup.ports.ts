import type { DayStatus } from '../attendance/attendance.types.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { NewOperation, Operation } from './backup.types.ts';

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
  insert(operation: NewOperation): Promise<Operation>;
  list(limit: number): Promise<Operation[]>;
  byFile(file: string): Promise<Operation | null>;
  /** Forgets and answers what has expired, so that its files can go too. */
  takeExpired(now: Date): Promise<Operation[]>;
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
  /** Tables in an order in which they can be written back. */
  tables(): readonly string[];
  rows(table: string): AsyncIterable<readonly Record<string, unknown>[]>;
  attendance(date: LocalDate | null): AsyncIterable<readonly CsvRow[]>;
}
