import { ATTEMPT_WINDOW_MS, SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '@rollcall/core/auth/auth.rules';
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

interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

const MINUTE = 60_000;
const SCANS_KEPT_MS = 24 * 60 * MINUTE;
/** How long a recorded request stays recognisable as a recording. */
const IMAGES_REMEMBERED_MS = 365 * 24 * 60 * MINUTE;

/** What the server does by itself. A job that fails is logged and tried again at its next turn. */
export function startJobs({ services, repos, clock, log }: Needs) {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const jobs: readonly Job[] = [
    { name: 'Closing days', everyMs: MINUTE, run: () => services.closing.closeDueDays() },
    { name: 'Making the daily backup', everyMs: 5 * MINUTE, run: () => services.backup.runSchedule() },
    { name: 'Applying the retention rules', everyMs: 24 * 60 * MINUTE, run: () => services.retention.run() },
    { name: 'Removing expired files', everyMs: 60 * MINUTE, run: () => services.backup.removeExpired() },
    {
      name: 'Removing ended sessions',
      everyMs: 60 * MINUTE,
      run: () => repos.sessions.removeOlderThan(ago(SESSION_IDLE_MS), ago(SESSION_ABSOLUTE_MS)),
    },
    {
      name: 'Forgetting old sign-in failures',
      everyMs: 60 * MINUTE,
      run: () => repos.attempts.removeOlderThan(ago(ATTEMPT_WINDOW_MS)),
    },
    {
      name: 'Removing old face scans',
      everyMs: 60 * MINUTE,
      run: async () => {
        await repos.faces.removeScansBefore(ago(SCANS_KEPT_MS));
        await repos.faces.forgetImagesBefore(ago(IMAGES_REMEMBERED_MS));
      },
    },
  ];

  const running = new Set<Promise<unknown>>();
  const timers = jobs.map(({ name, everyMs, run }) =>
    setInterval(() => {
      const turn = run()
        .catch((error) => log.failure(name, error))
        .finally(() => running.delete(turn));
      running.add(turn);
    }, everyMs).unref(),
  );

  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
