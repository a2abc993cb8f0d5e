import { EngineBusyError } from '@rollcall/core/faces/face.ports';

/** Does one job at a time. */
export interface JobRunner<Job, Result> {
  run(job: Job): Promise<Result>;
}

export interface JobQueue<Job, Result> {
  add(job: Job): Promise<Result>;
  /** Refuses whatever still waits; jobs that run are finished. */
  close(): void;
}

export interface JobQueueOptions {
  /** How many jobs may wait; one more is refused at once. */
  readonly depth: number;
  /** A job that waited this long is dropped: whoever sent it has given up. */
  readonly maxWaitMs: number;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly resolve: (result: Promise<Result>) => void;
  readonly reject: (error: Error) => void;
}

/** How fast the estimate of a job's length follows the last one. */
const LEARNING = 0.2;

export function createJobQueue<Job, Result>(
  runners: readonly JobRunner<Job, Result>[],
  { depth, maxWaitMs }: JobQueueOptions,
): JobQueue<Job, Result> {
  const idle = [...runners];
  const waiting: Waiting<Job, Result>[] = [];
  let typicalMs = 100;

  const busy = () =>
    new EngineBusyError(Math.max(1, Math.ceil((waiting.length * typicalMs) / runners.length / 1000)));

  async function work(runner: JobRunner<Job, Result>, job: Job): Promise<Result> {
    const started = performance.now();
    try {
      return await runner.run(job);
    } finally {
      typicalMs += LEARNING * (performance.now() - started - typicalMs);
      const next = waiting.shift();
      if (next === undefined) idle.push(runner);
      else {
        clearTimeout(next.timer);
        next.resolve(work(runner, next.job));
      }
    }
  }

  return {
    add: (job) => {
      const runner = idle.pop();
      if (runner !== undefined) return work(runner, job);
      if (waiting.length >= depth) return Promise.reject(busy());
      return new Promise<Result>((resolve, reject) => {
        const timer = setTimeout(() => {
          const at = waiting.findIndex((entry) => entry.timer === timer);
          if (at >= 0) waiting.splice(at, 1);
          reject(busy());
        }, maxWaitMs);
        waiting.push({ job, timer, resolve, reject });
      });
    },
    close: () => {
      for (const entry of waiting.splice(0)) {
        clearTimeout(entry.timer);
        entry.reject(new EngineBusyError(1));
      }
    },
  };
}
