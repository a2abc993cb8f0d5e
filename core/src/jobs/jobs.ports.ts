import type { Job, JobContext, JobKind, JobStatus } from './jobs.types.ts';

export interface NewJob {
  readonly kind: string;
  readonly key: string;
  readonly input: unknown;
  /** The server that alone can run it, or null. */
  readonly pinnedTo: string | null;
}

/** Times are the database's, so that servers with different clocks agree. */
export interface JobRepository {
  /** Adds the rows of periodic kinds that have none. */
  ensurePeriodic(kinds: readonly string[]): Promise<void>;
  /** Answers the id. A finished one of the same kind and key waits again; an unfinished one stays as it is. */
  add(job: NewJob, leaseMs: number): Promise<number>;
  /** Takes one job that is due, or whose owner's lease has ended. Each is given to one caller. */
  claim(kinds: readonly string[], owner: string, leaseMs: number): Promise<Job | null>;
  /** Renews the leases of these jobs and answers the ids that this server still holds. */
  renew(ids: readonly number[], owner: string, leaseMs: number): Promise<number[]>;
  /** True while this server runs the job. Locks the row, so that in a transaction it stays so until the commit. */
  holds(id: number, owner: string): Promise<boolean>;
  /** Ignored unless this server runs the job. */
  progress(id: number, owner: string, done: number, total: number): Promise<void>;
  saveCursor(id: number, owner: string, cursor: unknown): Promise<void>;
  /** `againInMs` null: done for good. */
  succeed(id: number, owner: string, end: { result: unknown; againInMs: number | null }): Promise<void>;
  /** `againInMs` null: failed for good. */
  fail(
    id: number,
    owner: string,
    end: { problem: string; code: string | null; againInMs: number | null },
  ): Promise<void>;
  /** Lets another server continue at once. Pinned jobs fail. Not counted as a failure. */
  handBack(owner: string): Promise<void>;
  /** For a server that is alone on its database: ends the leases of processes that ended. */
  endLeasesOfOthers(owner: string): Promise<void>;
  /**
   * Shortens leases that end later than any lease can, after the clock of the database was set back: whoever lives
   * renews them, the others are taken over.
   */
  shortenLeases(leaseMs: number): Promise<void>;
  /** Fails pinned jobs whose server is gone, and jobs that ended their servers too often. */
  failAbandoned(maxInterruptions: number): Promise<void>;
  /** Fails waiting jobs of a kind that a newer one replaces. */
  supersede(kind: string, exceptKey: string): Promise<void>;
  removeFinished(olderThanDays: number): Promise<void>;
  byId(id: number): Promise<Job | null>;
  find(kind: string, key: string): Promise<Job | null>;
  status(): Promise<Omit<JobStatus, 'name' | 'everyMs'>[]>;
}

export interface JobRepos {
  readonly jobs: JobRepository;
}

/** The job runner as other features see it. */
export interface Jobs {
  readonly serverId: string;
  define<Input>(kind: JobKind<Input>): void;
  /** Adds a job that any server may run; give `repos` of a transaction to add it with other rows. Then call `wake`. */
  add(kind: string, key: string, input: unknown, repos?: JobRepos): Promise<number>;
  /** Looks for work now. */
  wake(): void;
  /** Waits until the job ends here or on another server; throws why it failed. */
  outcome(id: number): Promise<void>;
  /**
   * Runs work that only this process can do, with a place in the lane, a lease and progress. Fails at once where its
   * kind cannot run.
   */
  attend<T>(kind: string, key: string, work: (context: JobContext) => Promise<T>): Promise<T>;
  find(kind: string, key: string): Promise<Job | null>;
}
