import { type LocalTime, minutesOf } from '../../../kernel/local-date.ts';
import type { TimeSettings } from '../../../settings/settings.types.ts';
import type { MinuteRange } from './health.types.ts';

/** A kiosk that was not heard of for so long is silent. */
export const SILENT_AFTER_MS = 10 * 60_000;
/** Kiosks are turned on before people come. */
const EARLY_MINUTES = 60;
/** How long a day lasts where no class says it. */
const USUAL_DAY_MINUTES = 8 * 60;
const LAST_MINUTE = 24 * 60 - 1;

/**
 * When the doors are in use on a working day: from an hour before the start until the cut-off and the last class are over.
 * Without classes a day lasts eight hours.
 */
export function doorHours(rule: TimeSettings, lastClassEnds: LocalTime | null): MinuteRange {
  const start = minutesOf(rule.startTime);
  const end = lastClassEnds === null ? start + USUAL_DAY_MINUTES : minutesOf(lastClassEnds);
  return {
    from: Math.max(0, start - EARLY_MINUTES),
    to: Math.min(LAST_MINUTE, Math.max(minutesOf(rule.cutoffTime), end)),
  };
}

interface Watch {
  readonly now: Date;
  /** When the doors opened today. */
  readonly openSince: Date;
  /** Since when somebody has looked without a gap: while no server ran nobody could be heard of. */
  readonly watchedSince: Date;
  /** The begin of today or, before that, of the last working day. */
  readonly lastSchoolDay: Date;
}

/**
 * Whether a kiosk fell silent. One that was not seen on the last working day either was put away, and one that was never
 * seen is not on the wall yet.
 */
export function isSilent(
  lastSeenAt: Date | null,
  { now, openSince, watchedSince, lastSchoolDay }: Watch,
): boolean {
  if (lastSeenAt === null || lastSeenAt < lastSchoolDay) return false;
  const expected = Math.max(lastSeenAt.getTime(), openSince.getTime(), watchedSince.getTime());
  return now.getTime() - expected >= SILENT_AFTER_MS;
}
