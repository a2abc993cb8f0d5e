import { createJobs, type Job } from '@rollcall/core/jobs';
import type { Clock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import type { Services } from '@rollcall/core/services';
import type { Log } from '../log.ts';

interface Needs {
  readonly services: Services;
  readonly repos: Repositories;
  readonly clock: Clock;
  readonly log: Log;
}

const FIRST_RUN_MS = 60_000;

/** Runs the background jobs at their intervals. A job that fails is logged and runs again at its next interval. */
export function startJobs({ log, ...needs }: Needs) {
  const running = new Set<Promise<unknown>>();
  const timers = new Set<NodeJS.Timeout>();
  const schedule = (job: Job, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = job
        .run()
        .catch((error) => log.failure(job.name, error))
        .finally(() => {
          running.delete(run);
          if (!stopped) schedule(job, job.everyMs);
        });
      running.add(run);
    }, ms).unref();
    timers.add(timer);
  };
  let stopped = false;
  // A minute after the start, so that a machine that is switched off every evening still runs every job.
  for (const job of createJobs(needs)) schedule(job, FIRST_RUN_MS);

  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
