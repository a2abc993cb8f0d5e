import { createJobs, type Job } from '@rollcall/core/jobs';
import type { Repositories } from '@rollcall/core/ports';
import type { Services } from '@rollcall/core/services';
import type { Clock } from '@rollcall/core/time/clock.ports';
import type { Log } from './log.ts';

interface Needs {
  readonly services: Services;
  readonly repos: Repositories;
  readonly clock: Clock;
  readonly log: Log;
}

const FIRST_TURN_MS = 60_000;

/** What the server does by itself. A job that fails is logged and tried again at its next turn. */
export function startJobs({ log, ...needs }: Needs) {
  const running = new Set<Promise<unknown>>();
  const timers = new Set<NodeJS.Timeout>();
  const wait = (job: Job, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const turn = job
        .run()
        .catch((error) => log.failure(job.name, error))
        .finally(() => {
          running.delete(turn);
          if (!stopped) wait(job, job.everyMs);
        });
      running.add(turn);
    }, ms).unref();
    timers.add(timer);
  };
  let stopped = false;
  // Soon after the start: a machine that is switched off every evening has its turn of everything every day.
  for (const job of createJobs(needs)) wait(job, FIRST_TURN_MS);

  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
