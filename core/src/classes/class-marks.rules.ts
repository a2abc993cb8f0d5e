import { arrivalStatus } from '../attendance/attendance-day.rules.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import { minutesOf, timeOfMinutes } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { ClassMark, MarkStatus, Proposal, SheetEntry } from './class-marks.types.ts';
import type { NewClass } from './classes.types.ts';

type Slot = Pick<NewClass, 'startTime' | 'endTime'>;

const LAST_MINUTE = 24 * 60 - 1;

/**
 * The time rule of a class: the institution's, moved to the start of a class that begins later. Someone whose
 * first class is at eleven is on time at eleven.
 */
export function classRule(rule: TimeSettings, { startTime }: Slot): TimeSettings {
  const shift = minutesOf(startTime) - minutesOf(rule.startTime);
  if (shift <= 0) return rule;
  const cutoff = Math.min(minutesOf(rule.cutoffTime) + shift, LAST_MINUTE);
  return { ...rule, startTime, cutoffTime: timeOfMinutes(cutoff) };
}

/** Whole minutes, as the screen shows them. */
const minuteOf = (at: Date, zone: Zone): number => minutesOf(zone.timeOf(at));

const isThere = (status: MarkStatus): boolean => status === 'present' || status === 'late';

const arrivalWord = (at: Date, rule: TimeSettings, zone: Zone): 'present' | 'late' =>
  arrivalStatus(zone.timeOf(at), rule) === 'on_time' ? 'present' : 'late';

/** A photo that is brought when the class is over says who was there, not when they came. */
export const statusOfSighting = (at: Date, rule: TimeSettings, slot: Slot, zone: Zone): 'present' | 'late' =>
  minuteOf(at, zone) > minutesOf(slot.endTime) ? 'present' : arrivalWord(at, rule, zone);

/** What is known without asking anybody: a face in today's photos, else an own check-in or a leave. */
export function proposalFor(
  { sighting, own }: Pick<SheetEntry, 'sighting' | 'own'>,
  rule: TimeSettings,
  slot: Slot,
  zone: Zone,
): Proposal | null {
  if (sighting) {
    const { seenAt } = sighting;
    return { status: statusOfSighting(seenAt, rule, slot, zone), means: 'class_photo', seenAt };
  }
  if (own.seenAt) return { status: arrivalWord(own.seenAt, rule, zone), means: 'own', seenAt: own.seenAt };
  return own.isExcused ? { status: 'excused', means: 'own', seenAt: null } : null;
}

/**
 * The minute at which someone the sheet calls present or late counts as seen. The word of whoever takes the
 * attendance decides: "present" means there when it began, however late the sheet is filled in.
 */
function seenMinute(status: MarkStatus, at: number, rule: TimeSettings, slot: Slot): number {
  const start = minutesOf(slot.startTime);
  if (status === 'present') return at <= minutesOf(rule.startTime) + rule.graceMinutes ? at : start;
  return Math.min(at, minutesOf(slot.endTime));
}

/** How the sheet came to its word, and when the person counts as seen by the class. */
export function markOf(input: {
  readonly entry: SheetEntry;
  readonly status: MarkStatus;
  readonly rule: TimeSettings;
  readonly slot: Slot;
  readonly zone: Zone;
  readonly now: Date;
}): Pick<ClassMark, 'status' | 'means' | 'score' | 'seenAt'> {
  const { entry, status, rule, slot, zone, now } = input;
  const proposal = proposalFor(entry, rule, slot, zone);
  if (proposal?.means === 'own' && proposal.status === status)
    return { status, means: 'own', score: null, seenAt: null };
  if (!isThere(status)) return { status, means: 'manual', score: null, seenAt: null };
  const at = entry.sighting?.seenAt ?? now;
  const minute = minuteOf(at, zone);
  const counted = seenMinute(status, minute, rule, slot);
  const seenAt = counted === minute ? at : zone.instantOf(zone.dateOf(at), timeOfMinutes(counted));
  return entry.sighting
    ? { status, means: 'class_photo', score: entry.sighting.score, seenAt }
    : { status, means: 'manual', score: null, seenAt };
}
