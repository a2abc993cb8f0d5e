import { DOOR_FREE } from '../../../auth/guessing.rules.ts';
import type { Zone } from '../../../kernel/zones/zone.ts';
import type {
  CameraCondition,
  KioskCounts,
  KioskPresence,
  KioskProblem,
  LightSlot,
  MinuteRange,
  StoredCondition,
} from './health.types.ts';

/** Kiosks ask for their settings every 20 seconds. */
const ONLINE_MS = 2 * 60_000;

/** What kiosks count is added up by ten minutes. */
export const SLOT_MS = 10 * 60_000;
const SLOT_MINUTES = SLOT_MS / 60_000;

export const slotOf = (at: Date): Date => new Date(Math.floor(at.getTime() / SLOT_MS) * SLOT_MS);

/** Upper ends of the classes of answer times, in milliseconds; the last class has no end. */
export const ANSWER_TIME_EDGES = [
  250, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 6000, 10_000,
] as const;
export const ANSWER_TIME_CLASSES = ANSWER_TIME_EDGES.length + 1;

/** The class of an answer time. */
export function answerTimeClass(ms: number): number {
  const found = ANSWER_TIME_EDGES.findIndex((edge) => ms <= edge);
  return found === -1 ? ANSWER_TIME_EDGES.length : found;
}

export const NO_COUNTS: KioskCounts = {
  asked: 0,
  answered: 0,
  secondTries: 0,
  answerTimes: Array.from({ length: ANSWER_TIME_CLASSES }, () => 0),
  cameraRestarts: 0,
  faces: 0,
  backlitFaces: 0,
};

/** Whether there is anything to add up. */
export const isNothing = ({ answerTimes, ...rest }: KioskCounts): boolean =>
  Object.values(rest).every((count) => count === 0) && answerTimes.every((count) => count === 0);

/**
 * The time that a share of the answers took at most, by straight lines within the classes; null without answers. What took
 * longer than the last edge counts as the last edge: it is the least that can be said.
 */
export function answerTimeAt(share: number, answerTimes: readonly number[]): number | null {
  const total = answerTimes.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let before = 0;
  let from = 0;
  for (const [at, to] of ANSWER_TIME_EDGES.entries()) {
    const count = answerTimes[at] ?? 0;
    if (count > 0 && before + count >= wanted)
      return Math.round(from + ((to - from) * (wanted - before)) / count);
    before += count;
    from = to;
  }
  return from;
}

/** So few faces say nothing about the light. */
const LEAST_FACES = 3;

/**
 * The times of the day at which most faces have the light behind them, on at least half of the days with people at that time.
 * Neighbouring ten minutes are one time.
 */
export function backlitTimes(slots: readonly LightSlot[], zone: Zone): MinuteRange[] {
  const byMinute = new Map<number, { days: number; backlit: number }>();
  for (const { at, faces, backlitFaces } of slots) {
    if (faces < LEAST_FACES) continue;
    const minute = Math.floor(zone.minutesOf(at));
    const known = byMinute.get(minute) ?? { days: 0, backlit: 0 };
    known.days += 1;
    if (backlitFaces * 2 > faces) known.backlit += 1;
    byMinute.set(minute, known);
  }
  const minutes = [...byMinute].filter(([, { days, backlit }]) => backlit * 2 >= days && backlit > 0);
  const ranges: { from: number; to: number }[] = [];
  for (const [minute] of minutes.sort(([a], [b]) => a - b)) {
    const last = ranges.at(-1);
    if (last && minute <= last.to) last.to = minute + SLOT_MINUTES;
    else ranges.push({ from: minute, to: minute + SLOT_MINUTES });
  }
  return ranges;
}

export function presenceOf(lastSeenAt: Date | null, now: Date): KioskPresence {
  if (lastSeenAt === null) return 'never_seen';
  return now.getTime() - lastSeenAt.getTime() <= ONLINE_MS ? 'online' : 'silent';
}

/** More than a request may be off without being refused once. */
const CLOCK_OFF_MS = 60_000;
/** A camera that is being opened again by itself needs nobody for a while. */
const CAMERA_PATIENCE_MS = 2 * 60_000;
/** Share of the granted storage. */
const STORAGE_FULL = 0.9;
const DARK = 0.12;

const CAMERA_PROBLEM: Partial<Record<CameraCondition, KioskProblem>> = {
  denied: 'camera_denied',
  insecure: 'camera_denied',
  missing: 'camera_missing',
  busy: 'camera_busy',
  timed_out: 'camera_failed',
  unavailable: 'camera_failed',
};

/**
 * What somebody should do something about, most urgent first. Of a kiosk that is silent only that is known to be true now,
 * and light and version go on.
 */
export function problemsOf(
  {
    presence,
    condition,
    backlit,
    wrongTries,
  }: {
    readonly presence: KioskPresence;
    readonly condition: StoredCondition | null;
    readonly backlit: readonly MinuteRange[];
    /** Wrong numbers, PINs and codes of the last quarter of an hour. */
    readonly wrongTries: number;
  },
  { version, isOpen }: { readonly version: string; readonly isOpen: boolean },
  now: Date,
): KioskProblem[] {
  const problems: KioskProblem[] = [];
  if (presence === 'silent') problems.push('silent');
  if (condition && presence === 'online') problems.push(...problemsNow(condition, isOpen, now));
  if (wrongTries >= DOOR_FREE) problems.push('many_wrong');
  if (backlit.length > 0) problems.push('backlit');
  if (condition && isOlder(condition.appVersion, version)) problems.push('old_version');
  return problems;
}

function problemsNow(condition: StoredCondition, isOpen: boolean, now: Date): KioskProblem[] {
  const problems: KioskProblem[] = [];
  const camera = CAMERA_PROBLEM[condition.camera];
  if (camera && now.getTime() - condition.cameraSince.getTime() >= CAMERA_PATIENCE_MS) problems.push(camera);
  // At night it may be dark.
  if (isOpen && condition.brightness !== null && condition.brightness < DARK) problems.push('dark');
  if (Math.abs(condition.clockOffsetMs) > CLOCK_OFF_MS) problems.push('clock');
  if (condition.undelivered > 0) problems.push('undelivered');
  const { storageUsed: used, storageGranted: granted } = condition;
  if (used !== null && granted !== null && granted > 0 && used / granted >= STORAGE_FULL)
    problems.push('storage_full');
  if (!condition.hasWakeLock) problems.push('screen_may_sleep');
  return problems;
}

/** Whether a version such as 1.2.3 is older than another one. */
export function isOlder(version: string, other: string): boolean {
  const parts = (text: string) => text.split(/[.+-]/).slice(0, 3).map(Number);
  const [mine, theirs] = [parts(version), parts(other)];
  for (const [at, part] of mine.entries()) {
    const than = theirs[at] ?? 0;
    if (!Number.isFinite(part) || !Number.isFinite(than)) return false;
    if (part !== than) return part < than;
  }
  return false;
}
