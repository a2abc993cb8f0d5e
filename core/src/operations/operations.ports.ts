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
}

export interface OperationRepository {
  /** Starts in the state `running`. */
  insert(operation: NewOperation): Promise<Operation>;
  /** Ignored if the operation is finished. */
  progress(id: number, done: number, total: number): Promise<void>;
  finish(id: number, result: OperationResult): Promise<Operation>;
  /** Fails operations that an ended process left running. */
  failStale(before: Date, reason: string): Promise<number>;
  /** Newest first, without uploads. */
  list(limit: number): Promise<Operation[]>;
  byFile(file: string): Promise<Operation | null>;
  byId(id: number): Promise<Operation | null>;
  /** Removes and answers expired operations, so that the caller can delete their files. */
  removeExpired(now: Date): Promise<Operation[]>;
}

export interface OperationRepos {
  readonly operations: OperationRepository;
}

/** Uploaded files, stored for a day under a random name. */
export interface Uploads {
  /** Stores the file and answers its name. Fails with `payload_too_large` above `maxBytes`. */
  store(actor: Actor, chunks: AsyncIterable<Uint8Array>, maxBytes?: number): Promise<string>;
  /** Fails with `file_not_found`. */
  chunks(upload: string): Promise<AsyncIterable<Uint8Array>>;
  bytesOf(upload: string, maxBytes: number): Promise<Uint8Array>;
}
