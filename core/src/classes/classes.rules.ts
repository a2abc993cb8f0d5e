import { rateOf } from '../analytics/analytics.rules.ts';
import { arrivalStatus } from '../attendance/attendance-day.rules.ts';
import { type LocalDate, minutesOf, timeOfMinutes, weekdayOf } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type {
  ClassMark,
  ClassStatus,
  ClassTally,
  MarkStatus,
  NewClass,
  Proposal,
  SheetEntry,
  TeachingDuty,
} from './classes.types.ts';

export const CLASS_LIMITS = { name: 120, section: 40, subject: 120, roster: 1000, teachers: 40 } as const;
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

type Slot = Pick<NewClass, 'startTime' | 'endTime'>;

/** Compares the minutes since local midnight with the slot, both ends included. */
export function classStatus(slot: Slot, nowMinutes: number): ClassStatus {
  if (nowMinutes < minutesOf(slot.startTime)) return 'upcoming';
  return nowMinutes <= minutesOf(slot.endTime) ? 'active' : 'completed';
}

export const meetsOn = (schoolClass: Pick<NewClass, 'weekdays'>, date: LocalDate): boolean =>
  schoolClass.weekdays.includes(weekdayOf(date));

/** Present marks per mark that was due; excused marks are not due. Null without due marks. */
export const rateOfMarks = ({ present, late, absent }: ClassTally['counts']): number | null =>
  rateOf({ present: present + late, due: present + late + absent });

/** Adds up the classes of each subject, by name of the subject; classes without one are left out. */
export function talliesBySubject(
  tallies: readonly ClassTally[],
): Pick<ClassTally, 'subject' | 'meetings' | 'counts'>[] {
  const bySubject = new Map<string, Pick<ClassTally, 'subject' | 'meetings' | 'counts'>>();
  for (const { subject, meetings, counts } of tallies) {
    if (subject === '') continue;
    const sum = bySubject.get(subject);
    bySubject.set(subject, {
      subject,
      meetings: meetings + (sum?.meetings ?? 0),
      counts: {
        present: counts.present + (sum?.counts.present ?? 0),
        late: counts.late + (sum?.counts.late ?? 0),
        absent: counts.absent + (sum?.counts.absent ?? 0),
        excused: counts.excused + (sum?.counts.excused ?? 0),
      },
    });
  }
  return [...bySubject.values()].sort((a, b) => a.subject.localeCompare(b.subject));
}

/** One message per invalid field, keyed by the field. */
export function slotProblems(slot: Slot): Record<string, string> {
  return minutesOf(slot.endTime) > minutesOf(slot.startTime)
    ? {}
    : { endTime: 'The class must end after it starts.' };
}

/** What is wrong with a list of teachers, in a sentence; null where nothing is. */
export function teachingProblem(
  teachers: readonly (Pick<TeachingDuty, 'firstDay' | 'lastDay'> & { readonly code: string })[],
): string | null {
  const seen = new Set<string>();
  for (const { code, firstDay, lastDay } of teachers) {
    if ((firstDay === null) !== (lastDay === null)) return 'A substitute needs a first and a last day.';
    if (firstDay !== null && lastDay !== null && lastDay < firstDay)
      return 'The last day of a substitute must not be before the first.';
    const entry = `${code.toLowerCase()} ${firstDay ?? ''}`;
    if (seen.has(entry)) return 'The same person is in the list twice.';
    seen.add(entry);
  }
  return null;
}

const LAST_MINUTE = 24 * 60 - 1;

/** The time rule of a class: the institution's rule, shifted so that it starts with the class. */
export function classRule(rule: TimeSettings, { startTime }: Pick<NewClass, 'startTime'>): TimeSettings {
  const shift = minutesOf(startTime) - minutesOf(rule.startTime);
  if (shift === 0) return rule;
  const cutoff = Math.min(minutesOf(rule.cutoffTime) + shift, LAST_MINUTE);
  return { ...rule, startTime, cutoffTime: timeOfMinutes(cutoff) };
}

/**
 * The rule under which a sighting in a class counts for the day. A student whose first class is at 11:00 is on time at
 * 11:00. A class that begins before the institution makes nobody late for the day.
 */
export const dayRuleOfClass = (rule: TimeSettings, slot: Pick<NewClass, 'startTime'>): TimeSettings =>
  minutesOf(slot.startTime) > minutesOf(rule.startTime) ? classRule(rule, slot) : rule;

/** Minutes since local midnight, without seconds, as the screen shows them. */
const minuteOf = (at: Date, zone: Zone): number => minutesOf(zone.timeOf(at));

const isPresentOrLate = (status: MarkStatus): boolean => status === 'present' || status === 'late';

const arrivalMark = (at: Date, rule: TimeSettings, zone: Zone): 'present' | 'late' =>
  arrivalStatus(zone.timeOf(at), rule) === 'on_time' ? 'present' : 'late';

/** A photo uploaded after the class shows who was there but not when they came, so it means present. */
export const statusOfSighting = (at: Date, rule: TimeSettings, slot: Slot, zone: Zone): 'present' | 'late' =>
  minuteOf(at, zone) > minutesOf(slot.endTime) ? 'present' : arrivalMark(at, rule, zone);

/** The status proposed for a student: from today's class photos, else from the person's check-in or leave. */
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
  // Someone first seen after the class has ended was not seen in it.
  if (own.seenAt && minuteOf(own.seenAt, zone) <= minutesOf(slot.endTime))
    return { status: arrivalMark(own.seenAt, rule, zone), means: 'own', seenAt: own.seenAt };
  return own.isExcused ? { status: 'excused', means: 'own', seenAt: null } : null;
}

/**
 * The minute at which a student marked present or late counts as seen. "Present" means from the start, however late
 * the sheet is filled in; "late" filled in after the class means just late.
 */
function seenMinute(status: MarkStatus, at: number, rule: TimeSettings, slot: Slot): number {
  const lastOnTime = minutesOf(rule.startTime) + rule.graceMinutes;
  if (status === 'present') return at <= lastOnTime ? at : minutesOf(slot.startTime);
  const end = minutesOf(slot.endTime);
  return at <= end ? at : Math.min(lastOnTime + 1, end);
}

/** Builds the mark for a status chosen on the sheet: its means, score and the time the person counts as seen. */
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
  const means = proposal?.means === 'own' && proposal.status === status ? 'own' : 'manual';
  if (!isPresentOrLate(status)) return { status, means, score: null, seenAt: null };
  const at = entry.sighting?.seenAt ?? now;
  const minute = minuteOf(at, zone);
  const counted = seenMinute(status, minute, rule, slot);
  const seenAt = counted === minute ? at : zone.instantOf(zone.dateOf(at), timeOfMinutes(counted));
  return entry.sighting
    ? { status, means: 'class_photo', score: entry.sighting.score, seenAt }
    : { status, means, score: null, seenAt };
}
