import { EngineBusyError, type EngineLoad } from '@rollcall/core/faces/face.ports';

/** Runs one job at a time. */
export interface JobRunner<Job, Result> {
  run(job: Job): Promise<Result>;
}

export interface JobQueue<Job, Result> {
  /** Ending the signal takes a job that still waits out of the queue. */
  add(job: Job, signal?: AbortSignal): Promise<Result>;
  load(): EngineLoad;
  /** Refuses all waiting jobs; running ones are not affected. */
  close(): void;
}

export interface JobQueueOptions {
  /** Number of jobs that may wait; further ones are refused at once. */
  readonly depth: number;
  /** A job that has waited this long is dropped: its caller will have given up. */
  readonly maxWaitMs: number;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly resolve: (result: Promise<Result>) => void;
  readonly reject: (error: Error) => void;
}

/** Weight of the last job in the moving average of job durations. */
const SMOOTHING = 0.2;

/** A bounded first-in, first-out queue in front of several runners. Refusals are EngineBusyErrors. */
export function createJobQueue<Job, Result>(
  runners: readonly JobRunner<Job, Result>[],
  { depth, maxWaitMs }: JobQueueOptions,
): JobQueue<Job, Result> {
  const idle = [...runners];
  const waiting: Waiting<Job, Result>[] = [];
  let typicalMs = 100;

  /** Says when to retry: the time in which the waiting jobs are done. */
  const busy = () =>
    new EngineBusyError(Math.max(1, Math.ceil((waiting.length * typicalMs) / runners.length / 1000)));

  async function work(runner: JobRunner<Job, Result>, job: Job): Promise<Result> {
    const started = performance.now();
    try {
      const result = await runner.run(job);
      typicalMs += SMOOTHING * (performance.now() - started - typicalMs);
      return result;
    } finally {
      const next = waiting.shift();
      if (next === undefined) idle.push(runner);
      else {
        clearTimeout(next.timer);
        next.resolve(work(runner, next.job));
      }
    }
  }

  return {
    add: (job, signal) => {
      if (signal?.aborted) return Promise.reject(busy());
      const runner = idle.pop();
      if (runner !== undefined) return work(runner, job);
      if (waiting.length >= depth) return Promise.reject(busy());
      return new Promise<Result>((resolve, reject) => {
        const leave = () => {
          const at = waiting.findIndex((entry) => entry.timer === timer);
          if (at < 0) return;
          waiting.splice(at, 1);
          clearTimeout(timer);
          reject(busy());
        };
        const timer = setTimeout(leave, maxWaitMs);
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push({ job, timer, resolve, reject });
      });
    },
    load: () => ({ lanes: runners.length, running: runners.length - idle.length, waiting: waiting.length }),
    close: () => {
      for (const entry of waiting.splice(0)) {
        clearTimeout(entry.timer);
        entry.reject(new EngineBusyError(1));
      }
    },
  };
}
