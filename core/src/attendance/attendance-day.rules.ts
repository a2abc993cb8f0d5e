import { type LocalDate, type LocalTime, minutesOf } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zone.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { AttendanceDay, CalendarDay, DayStatus, NewCheckIn, WantedVerdict } from './attendance.types.ts';

/** Sightings closer than this count as one: a double tap, a retry, a second look at the camera. */
const SAME_SIGHTING_MS = 5 * 60_000;

type PresentStatus = Extract<DayStatus, 'on_time' | 'late' | 'very_late'>;

export const isPresent = (status: DayStatus | null): status is PresentStatus =>
  status === 'on_time' || status === 'late' || status === 'very_late';

/** Whether a day counts in the attendance rate. */
export const isDue = (status: DayStatus): boolean =>
  isPresent(status) || status === 'absent' || status === 'unmarked';

/** Compares the arrival with start, grace and cutoff in whole minutes: 09:15:40 is 09:15, as the screen shows. */
export function arrivalStatus(arrival: LocalTime, rule: TimeSettings): PresentStatus {
  const minutes = minutesOf(arrival);
  if (minutes <= minutesOf(rule.startTime) + rule.graceMinutes) return 'on_time';
  return minutes <= minutesOf(rule.cutoffTime) ? 'late' : 'very_late';
}

/** Everything the verdict of one person's day is derived from. */
export interface DayFacts {
  readonly personId: number;
  readonly date: LocalDate;
  readonly checkIns: readonly NewCheckIn[];
  /** The rule of the day, for verdicts without a check-in. */
  readonly rule: TimeSettings;
  /** The last correction an administrator accepted or made. */
  readonly correction: WantedVerdict | null;
  readonly isOnLeave: boolean;
  readonly calendar: CalendarDay;
  /** Status from the latest class sheet that says absent or excused. */
  readonly classAbsence: 'absent' | 'excused' | null;
  /** Whether the day was closed: everyone due and not seen has a verdict. */
  readonly isClosed: boolean;
  /** The saved status, or the one that a check-in or correction replaced; kept as `overrode`. */
  readonly previousStatus: DayStatus | null;
}

/**
 * Derives the verdict from the first of these that applies: correction, check-in, leave, absence in a class, closing of
 * the day. On a day off only corrections and check-ins count. Null while there is no verdict. Deterministic.
 */
export function deriveDay(facts: DayFacts, zone: Zone): AttendanceDay | null {
  const { personId, date, rule, correction } = facts;
  const verdict = { personId, date, rule, firstIn: null, lastSeen: null, overrode: null };
  if (correction?.wanted === 'present') {
    const firstIn = zone.instantOf(date, correction.time);
    return { ...verdict, status: arrivalStatus(correction.time, rule), firstIn, source: 'correction' };
  }
  if (correction) return { ...verdict, status: correction.wanted, source: 'correction' };
  const checkedIn = deriveFromCheckIns(facts, zone);
  if (checkedIn) return checkedIn;
  if (facts.isOnLeave && facts.calendar === 'open') return { ...verdict, status: 'excused', source: 'leave' };
  if (facts.calendar !== 'open') return null;
  if (facts.classAbsence) return { ...verdict, status: facts.classAbsence, source: 'class' };
  if (!facts.isClosed) return null;
  return { ...verdict, status: unseenStatus(rule), source: 'closing' };
}

/** The status that closing a day gives to people who were due and not seen. */
export const unseenStatus = (rule: TimeSettings): 'absent' | 'unmarked' =>
  rule.autoAbsentMinutes === 0 ? 'unmarked' : 'absent';

/** The first check-in decides, under the rule copied onto it; a later one is the check-out. */
function deriveFromCheckIns(
  { checkIns, personId, date, previousStatus }: DayFacts,
  zone: Zone,
): AttendanceDay | null {
  const inOrder = [...checkIns].sort((a, b) => a.at.getTime() - b.at.getTime());
  const first = inOrder[0];
  const last = inOrder.at(-1);
  if (!first || !last) return null;
  return {
    personId,
    date,
    status: arrivalStatus(zone.timeOf(first.at), first.rule),
    firstIn: first.at,
    lastSeen: last === first ? null : last.at,
    rule: first.rule,
    source: 'check_in',
    overrode:
      previousStatus === 'absent' || previousStatus === 'unmarked' || previousStatus === 'excused'
        ? previousStatus
        : null,
  };
}

/** Whether a sighting at this time repeats one of the check-ins. */
export const isSameSighting = (checkIns: readonly NewCheckIn[], at: Date): boolean =>
  checkIns.some((checkIn) => Math.abs(at.getTime() - checkIn.at.getTime()) < SAME_SIGHTING_MS);

/** Whether a day can be closed: it is over, or the auto-absent minutes after its start have passed. */
export function isClosable(
  date: LocalDate,
  rule: TimeSettings,
  now: { readonly date: LocalDate; readonly minutes: number },
): boolean {
  if (date < now.date) return true;
  if (date > now.date || rule.autoAbsentMinutes === 0) return false;
  return now.minutes >= minutesOf(rule.startTime) + rule.autoAbsentMinutes;
}
