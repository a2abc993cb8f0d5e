import type { Actor } from '../kernel/access.ts';
import type { NewOperation, Operation, OperationResult } from './operations.types.ts';

interface StoredFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Port: storage of finished files. A file becomes visible only when it is complete. */
export interface FileStore {
  write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  read(name: string): Promise<{ bytes: number; stream: ReadableStream<Uint8Array> } | null>;
  remove(name: string): Promise<void>;
  /** Every complete file. */
  list(): Promise<readonly StoredName[]>;
  /** A text in the folder that tells it from other folders; null when there is none yet. */
  readonly mark: { read(): Promise<string | null>; write(mark: string): Promise<void> };
}

/** A store that refuses work in a folder which is not the one that all servers share. */
export interface CheckedFiles extends FileStore {
  /** Fails with `files_elsewhere`. To be called before writing, outside of a transaction. */
  assertHere(): Promise<void>;
}

export interface StoredName {
  readonly name: string;
  readonly modifiedAt: Date;
}

export interface FilePlaceRepository {
  /**
   * True when `mark` is the mark of the shared folder. It becomes so when there is none, or when no server has confirmed
   * the present one for `replacedAfterMs`; null: never.
   */
  confirm(mark: string, replacedAfterMs: number | null): Promise<boolean>;
  /** When the shared folder took the place of another one; long ago when it never did. */
  since(): Promise<Date>;
}

export interface OperationRepository {
  /** Starts in the state `running`. */
  insert(operation: NewOperation): Promise<Operation>;
  /** Ignored if the operation is finished. */
  progress(id: number, done: number, total: number): Promise<void>;
  finish(id: number, result: OperationResult): Promise<Operation>;
  /** Fails backups, exports and imports that run without a job that is waiting or running. */
  failInterrupted(reason: string): Promise<number>;
  /**
   * The operation that the job has to do, or that an earlier run of it finished; a finished nightly backup only counts
   * once it is verified, so it is not answered. Removes those that failed. With `file`, one that is not finished gets
   * this name: a run that lost the job never touches the file of the next one.
   */
  resume(jobId: number, file?: string): Promise<Operation | null>;
  /** Newest first, without uploads. */
  list(limit: number): Promise<Operation[]>;
  byFile(file: string): Promise<Operation | null>;
  byId(id: number): Promise<Operation | null>;
  /** Names of the finished backups, exports and files of retention runs. */
  storedFiles(): Promise<string[]>;
  /** Every operation, to decide what expires. */
  all(): Promise<Operation[]>;
  remove(ids: readonly number[]): Promise<void>;
  keepUntil(ids: readonly number[], until: Date): Promise<void>;
  /** The nightly backup that an earlier run of the job wrote and did not verify. */
  unverified(jobId: number): Promise<Operation | null>;
  verified(id: number, at: Date): Promise<Operation>;
  /** The newest nightly backup that was verified, not later than `now`. */
  lastScheduled(now: Date): Promise<Operation | null>;
}

export interface OperationRepos {
  readonly operations: OperationRepository;
  readonly filePlaces: FilePlaceRepository;
}

/** Uploaded files, stored for a day under a random name. */
export interface Uploads {
  /** Stores the file and answers its name. Fails with `payload_too_large` above `maxBytes`. */
  store(actor: Actor, chunks: AsyncIterable<Uint8Array>, maxBytes?: number): Promise<string>;
  /** Fails with `file_not_found`. */
  chunks(upload: string): Promise<AsyncIterable<Uint8Array>>;
  bytesOf(upload: string, maxBytes: number): Promise<Uint8Array>;
}
