import { ATTEMPT_WINDOW_MS, SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from './auth/auth.rules.ts';
import type { Clock } from './kernel/clock.ts';
import type { Repositories } from './ports.ts';
import type { Services } from './services.ts';

/** Background work that the host runs periodically. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

interface Needs {
  readonly services: Services;
  readonly repos: Repositories;
  readonly clock: Clock;
}

const MINUTE = 60_000;
const SCAN_RETENTION_MS = 24 * 60 * MINUTE;
/** How long a replayed request is still detected. */
const IMAGE_DIGEST_RETENTION_MS = 365 * 24 * 60 * MINUTE;

export function createJobs({ services, repos, clock }: Needs): readonly Job[] {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  return [
    { name: 'Closing days', everyMs: MINUTE, run: () => services.closing.closeDueDays() },
    { name: 'Making the daily backup', everyMs: 5 * MINUTE, run: () => services.backup.runSchedule() },
    { name: 'Applying the retention rules', everyMs: 60 * MINUTE, run: () => services.retention.runDaily() },
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
        await repos.faces.removeScansBefore(ago(SCAN_RETENTION_MS));
        await repos.faces.removeImageDigestsBefore(ago(IMAGE_DIGEST_RETENTION_MS));
      },
    },
  ];
}
