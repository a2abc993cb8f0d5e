import { HELD_FOR_MS } from './attendance/kiosk/queue/queue.rules.ts';
import { LISTED_MS } from './auth/approvals/approvals.rules.ts';
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from './auth/auth.rules.ts';
import { PENDING_TOTP_MS } from './auth/factors/factors.rules.ts';
import { ACCOUNT_WINDOW_MS, DEVICE_MS } from './auth/guessing.rules.ts';
import { PROVIDER_ATTEMPT_MS, PROVIDER_TICKET_MS } from './auth/providers/providers.rules.ts';
import type { Clock } from './kernel/clock.ts';
import { ENDED_MAIL_MS } from './mail/mail.rules.ts';
import type { Repositories } from './ports.ts';
import type { Services } from './services.ts';

/** Background work that is done periodically: once among all servers, or by each server for itself. */
export interface PeriodicJob {
  /** Stored in the row of the job; never change it. */
  readonly kind: string;
  /** For the log. */
  readonly name: string;
  readonly everyMs: number;
  readonly needsFiles?: boolean;
  readonly needsClock?: boolean;
  /** Not a row in `jobs`: work on what each server has for itself. */
  readonly isOnEveryServer?: boolean;
  readonly run: () => Promise<unknown>;
}

interface Needs {
  readonly services: Services;
  readonly repos: Repositories;
  readonly clock: Clock;
}

const MINUTE = 60_000;
const FINISHED_JOB_DAYS = 60;
const SCAN_RETENTION_MS = 24 * 60 * MINUTE;
/** How long a replayed request is still detected. */
/** Six weeks: longer than a recording is worth keeping for somebody who wants to be marked every day. */
const SEEN_FACE_RETENTION_MS = 42 * 24 * 60 * MINUTE;
/** A quarter of a year: enough to see whether a door gets worse. */
const KIOSK_ANSWER_RETENTION_MS = 92 * 24 * 60 * MINUTE;
const DRILL_RETENTION_MS = 92 * 24 * 60 * MINUTE;
const IMAGE_DIGEST_RETENTION_MS = 365 * 24 * 60 * MINUTE;

export function createJobs({ services, repos, clock }: Needs): readonly PeriodicJob[] {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  /** Nothing is removed because of its age while the clock may be wrong. */
  const whenClockIsTrusted = (run: () => Promise<unknown>) => async () => {
    if (await services.clockGuard.isTrusted()) await run();
  };
  return [
    // First: it also saves the last known time.
    {
      kind: 'clock',
      name: 'Checking the clock',
      everyMs: MINUTE,
      isOnEveryServer: true,
      run: () => services.clockGuard.isTrusted(),
    },
    {
      kind: 'closing',
      name: 'Closing days',
      everyMs: MINUTE,
      needsClock: true,
      run: () => services.closing.closeDueDays(),
    },
    {
      kind: 'day_repairs',
      name: 'Finishing repairs of recorded days',
      everyMs: 5 * MINUTE,
      run: () => services.calendarRepair.resume(),
    },
    {
      kind: 'rollups',
      name: 'Adding up the changes of the roll-ups',
      everyMs: MINUTE,
      run: () => repos.attendance.foldRollups(),
    },
    {
      kind: 'months',
      name: 'Preparing the table of the next month',
      everyMs: 60 * MINUTE,
      needsClock: true,
      run: whenClockIsTrusted(async () =>
        repos.attendance.prepareMonths((await services.settings.today()).date),
      ),
    },
    {
      kind: 'backup_schedule',
      name: 'Checking the backup schedule',
      everyMs: 5 * MINUTE,
      run: () => services.backup.addDue(),
    },
    {
      kind: 'expired_files',
      name: 'Removing expired files',
      everyMs: 60 * MINUTE,
      needsFiles: true,
      needsClock: true,
      run: whenClockIsTrusted(() => services.backup.removeExpired()),
    },
    {
      kind: 'ended_sessions',
      name: 'Removing ended sessions',
      everyMs: 60 * MINUTE,
      needsClock: true,
      run: whenClockIsTrusted(() =>
        repos.sessions.removeOlderThan(ago(SESSION_IDLE_MS), ago(SESSION_ABSOLUTE_MS)),
      ),
    },
    {
      kind: 'sign_in_failures',
      name: 'Forgetting old sign-in failures',
      everyMs: 60 * MINUTE,
      needsClock: true,
      run: whenClockIsTrusted(async () => {
        await repos.attempts.removeOlderThan(ago(ACCOUNT_WINDOW_MS));
        await repos.devices.removeUnusedSince(ago(DEVICE_MS));
      }),
    },
    {
      kind: 'ended_mails',
      name: 'Removing ended mails, links and API tokens',
      everyMs: 60 * MINUTE,
      needsClock: true,
      run: whenClockIsTrusted(async () => {
        await repos.outbox.removeEndedBefore(ago(ENDED_MAIL_MS));
        await repos.links.removeExpired(clock.now());
        await repos.tokens.removeExpired(clock.now());
      }),
    },
    {
      kind: 'ended_approvals',
      name: 'Removing ended sign-ins that wait for something, and ended approvals',
      everyMs: 60 * MINUTE,
      needsClock: true,
      run: whenClockIsTrusted(async () => {
        await repos.tickets.removeExpired(clock.now(), ago(PENDING_TOTP_MS));
        await repos.providerAttempts.removeBefore(ago(PROVIDER_ATTEMPT_MS), ago(PROVIDER_TICKET_MS));
        await repos.approvals.removeBefore(ago(LISTED_MS));
      }),
    },
    {
      kind: 'face_scans',
      name: 'Removing old face scans',
      everyMs: 60 * MINUTE,
      needsClock: true,
      run: whenClockIsTrusted(async () => {
        await repos.faces.removeScansBefore(ago(SCAN_RETENTION_MS));
        await repos.faces.removeImageDigestsBefore(ago(IMAGE_DIGEST_RETENTION_MS));
        await repos.faces.removeSeenFacesBefore(ago(SEEN_FACE_RETENTION_MS));
      }),
    },
    {
      kind: 'kiosk_answers',
      name: 'Removing ended pairings and old answers and figures of kiosks',
      everyMs: 60 * MINUTE,
      needsClock: true,
      run: whenClockIsTrusted(async () => {
        await repos.kiosks.removeEnded(ago(60 * MINUTE), ago(KIOSK_ANSWER_RETENTION_MS));
        await repos.kioskMovements.removeBefore(ago(60 * MINUTE));
        await repos.kioskQueue.removeEntries(ago(KIOSK_ANSWER_RETENTION_MS));
        await repos.phones.removeStepsBefore(ago(KIOSK_ANSWER_RETENTION_MS));
        await repos.phones.removeEndedBefore(ago(HELD_FOR_MS));
        await repos.pins.removeFormerBefore(ago(HELD_FOR_MS));
        await repos.kiosks.removeFormerBefore(ago(HELD_FOR_MS));
        await repos.kioskCare.removeBefore(ago(KIOSK_ANSWER_RETENTION_MS));
      }),
    },
    {
      kind: 'kiosk_silence',
      name: 'Looking for kiosks that fell silent',
      everyMs: MINUTE,
      needsClock: true,
      run: () => services.kioskSilence.check(),
    },
    {
      kind: 'old_drills',
      name: 'Removing old drills',
      everyMs: 60 * MINUTE,
      needsClock: true,
      run: whenClockIsTrusted(() => repos.drills.removeBefore(ago(DRILL_RETENTION_MS))),
    },
    {
      kind: 'class_sightings',
      name: 'Removing who was recognized in class photos of earlier days',
      everyMs: 60 * MINUTE,
      needsClock: true,
      run: async () => {
        const { date, now } = await services.settings.today();
        if (await services.clockGuard.isTrusted(now)) await repos.classMarks.removeSightingsBefore(date);
      },
    },
    {
      kind: 'face_upkeep',
      name: 'Removing traces of deleted faces',
      everyMs: 5 * MINUTE,
      run: () => services.faceUpkeep.run(),
    },
    {
      kind: 'finished_jobs',
      name: 'Removing the rows of finished jobs',
      everyMs: 60 * MINUTE,
      needsClock: true,
      run: whenClockIsTrusted(() => repos.jobs.removeFinished(FINISHED_JOB_DAYS)),
    },
  ];
}
