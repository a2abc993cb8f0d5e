import type { TimeSettings } from '../settings/settings.types.ts';
import { type LocalDate, type LocalTime, minutesOf } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { AttendanceDay, CalendarDay, DayStatus, NewCheckIn } from './attendance.types.ts';
import type { WantedVerdict } from './correction.types.ts';

/** Two sightings closer than this are one: a double tap, a retry, a second look at the camera. */
export const SAME_SIGHTING_MS = 5 * 60_000;

export type PresentStatus = Extract<DayStatus, 'on_time' | 'late' | 'very_late'>;

export const isPresent = (status: DayStatus | null): status is PresentStatus =>
  status === 'on_time' || status === 'late' || status === 'very_late';

/** Days that count in a rate: the person could have been there. */
export const isDue = (status: DayStatus): boolean =>
  isPresent(status) || status === 'absent' || status === 'unmarked';

/** Whole minutes count: someone seen at 09:15:40 was seen "at 09:15", as the screen says. */
export function arrivalStatus(arrival: LocalTime, rule: TimeSettings): PresentStatus {
  const minutes = minutesOf(arrival);
  if (minutes <= minutesOf(rule.startTime) + rule.graceMinutes) return 'on_time';
  return minutes <= minutesOf(rule.cutoffTime) ? 'late' : 'very_late';
}

/** Everything that can bear on one person's day. */
export interface DayFacts {
  readonly personId: number;
  readonly date: LocalDate;
  readonly checkIns: readonly NewCheckIn[];
  /** The rule that holds on the day, for verdicts that rest on no check-in. */
  readonly rule: TimeSettings;
  /** The last one an administrator accepted or made. */
  readonly correction: WantedVerdict | null;
  readonly isOnLeave: boolean;
  readonly calendar: CalendarDay;
  /** What the last class said that took attendance and did not see them. */
  readonly inClass: 'absent' | 'excused' | null;
  /** Whether everyone due and unseen has been given a verdict. */
  readonly isClosed: boolean;
  /** What the day said until now. */
  readonly before: DayStatus | null;
}

/**
 * The verdict, from the strongest reason down: what an administrator decided, that someone was seen, that they had
 * leave, that a class missed them, that the day was closed without them. Someone who comes on a day off was there all the same; nobody is
 * missed on one. Null while nothing can be said yet. The same facts always give the same verdict.
 */
export function deriveDay(facts: DayFacts, zone: Zone): AttendanceDay | null {
  const { personId, date, rule, correction } = facts;
  const verdict = { personId, date, rule, firstIn: null, lastSeen: null, overrode: null };
  if (correction?.wanted === 'present') {
    const firstIn = zone.instantOf(date, correction.time);
    return { ...verdict, status: arrivalStatus(correction.time, rule), firstIn, source: 'correction' };
  }
  if (correction) return { ...verdict, status: correction.wanted, source: 'correction' };
  const seen = fromCheckIns(facts, zone);
  if (seen) return seen;
  if (facts.isOnLeave && facts.calendar === 'open') return { ...verdict, status: 'excused', source: 'leave' };
  if (facts.calendar !== 'open') return null;
  if (facts.inClass) return { ...verdict, status: facts.inClass, source: 'class' };
  if (!facts.isClosed) return null;
  return { ...verdict, status: unseenStatus(rule), source: 'closing' };
}

/** What closing a day makes of those who were due and not seen. */
export const unseenStatus = (rule: TimeSettings): 'absent' | 'unmarked' =>
  rule.autoAbsentMinutes === 0 ? 'unmarked' : 'absent';

/** The first check-in decides, under the rule that was copied onto it; the last one is when they were last seen. */
function fromCheckIns({ checkIns, personId, date, before }: DayFacts, zone: Zone): AttendanceDay | null {
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
    overrode: before === 'absent' || before === 'unmarked' || before === 'excused' ? before : null,
  };
}

/** Two sightings of one person within five minutes are one. */
export const isSameSighting = (before: readonly NewCheckIn[], at: Date): boolean =>
  before.some((each) => Math.abs(at.getTime() - each.at.getTime()) < SAME_SIGHTING_MS);
