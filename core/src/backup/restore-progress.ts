export interface RestoreProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * How far a restore is, kept in memory: while it runs, the database has no time for questions, and afterwards the
 * session that would ask is gone.
 */
export function createRestoreProgress() {
  const running = new Map<string, { done: number; total: number }>();
  return {
    of: (upload: string): RestoreProgress | null => running.get(upload) ?? null,

    /** Every row is read twice: once to believe it, once to write it. */
    async during<T>(
      upload: string,
      rows: number,
      work: (onRows: (count: number) => void) => Promise<T>,
    ): Promise<T> {
      const progress = { done: 0, total: 2 * rows };
      running.set(upload, progress);
      try {
        return await work((count) => {
          progress.done += count;
        });
      } finally {
        running.delete(upload);
      }
    },
  };
}
