export type JobState = 'waiting' | 'running' | 'done' | 'failed';

/** A piece of work that outlives a request; docs/decisions/0030. */
export interface Job {
  readonly id: number;
  readonly kind: string;
  /** What makes it unique within its kind. Empty for a periodic job. */
  readonly key: string;
  readonly state: JobState;
  /** Id of the server that runs it, or that a pinned job belongs to. */
  readonly owner: string | null;
  /** Runs begun since it was added or last succeeded. */
  readonly attempts: number;
  /** Failures since the last success. */
  readonly failures: number;
  readonly done: number;
  readonly total: number;
  readonly input: unknown;
  readonly cursor: unknown;
  readonly problem: string | null;
  readonly problemCode: string | null;
}

/** What a run can use and must respect. */
export interface JobContext {
  readonly jobId: number;
  readonly attempt: number;
  /** Aborted when the server stops or has lost the lease: stop soon and throw. */
  readonly signal: AbortSignal;
  /** What the previous run saved, or null. */
  readonly cursor: unknown;
  /** Shows progress. Does not wait: a database with a single connection may be reading a snapshot. */
  readonly onProgress: (done: number, total: number) => void;
  readonly saveCursor: (cursor: unknown) => Promise<void>;
  /**
   * Fails when this server no longer has the job. In a transaction it locks the job, so that nobody takes it over before
   * the commit: to be called before writing what the run has made.
   */
  readonly assertHeld: (repos: {
    readonly jobs: { holds(id: number, owner: string): Promise<boolean> };
  }) => Promise<void>;
  /** Waits; ends early with an error when the signal is aborted. */
  readonly pause: (ms: number) => Promise<void>;
  /** Logs a failure that does not end the run. */
  readonly report: (error: unknown) => void;
}

export interface JobKind<Input = unknown> {
  /** Stored in the row; never change it. */
  readonly kind: string;
  /** For the log. */
  readonly name: string;
  /** A server runs one job of a lane at a time. Default: the kind. */
  readonly lane?: string;
  /** Runs again this long after it succeeded. */
  readonly everyMs?: number;
  /** Runs again after a failure, later each time. Periodic jobs always do. */
  readonly isRetried?: boolean;
  /** Not run by a server whose folder is not the shared one. */
  readonly needsFiles?: boolean;
  /** Not run by a server whose clock may be wrong: another one may. */
  readonly needsClock?: boolean;
  readonly run: (input: Input, context: JobContext) => Promise<unknown>;
}

/** State of one kind, for the admin page, readiness and metrics. */
export interface JobStatus {
  readonly kind: string;
  readonly name: string;
  readonly everyMs: number | null;
  readonly lastSuccessAt: Date | null;
  /** By the database's clock. */
  readonly secondsSinceSuccess: number | null;
  readonly failuresInARow: number;
  readonly problem: string | null;
  readonly running: number;
  readonly waiting: number;
}
