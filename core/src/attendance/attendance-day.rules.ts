import { type LocalDate, type LocalTime, minutesOf, timeOfMinutes } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { AttendanceDay, CalendarDay, DayStatus, NewCheckIn, WantedVerdict } from './attendance.types.ts';

/** Sightings closer than this count as one: a double tap, a retry, a second look at the camera. */
export const SAME_SIGHTING_MS = 5 * 60_000;
const LAST_MINUTE = 24 * 60 - 1;

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

/** The rule with its times as clocks show them on the day: a start that a clock change skips is the end of the gap. */
export function ruleOnDay(rule: TimeSettings, date: LocalDate, zone: Zone): TimeSettings {
  const start = zone.timeOf(zone.instantOf(date, rule.startTime));
  if (start === rule.startTime) return rule;
  const shift = minutesOf(start) - minutesOf(rule.startTime);
  const cutoff = Math.min(minutesOf(rule.cutoffTime) + shift, LAST_MINUTE);
  return { ...rule, startTime: start, cutoffTime: timeOfMinutes(cutoff) };
}

/** A sighting that counts for the day: a check-in, or a class that marked the person present or late. */
export interface DaySighting extends NewCheckIn {
  /** Marked late by hand, however early the arrival. */
  readonly isMarkedLate?: boolean;
}

/** Everything the verdict of one person's day is derived from. Statements carry the time at which they were made. */
export interface DayFacts {
  readonly personId: number;
  readonly date: LocalDate;
  /** People are due from the day after it. */
  readonly registeredOn: LocalDate;
  readonly checkIns: readonly DaySighting[];
  /** The rule of the day, for verdicts without a check-in. */
  readonly rule: TimeSettings;
  /** The last correction an administrator accepted or made. */
  readonly correction: WantedVerdict | null;
  /** Null if the person is not on leave. */
  readonly leaveNotedAt: Date | null;
  readonly calendar: CalendarDay;
  /** What the class that starts last says, of those that say absent or excused. */
  readonly classAbsence: { readonly status: 'absent' | 'excused'; readonly markedAt: Date } | null;
  /** An absence that is a fact itself: imported, or given by an earlier version on the day of registration. */
  readonly fixedAbsence: {
    readonly status: 'absent' | 'unmarked';
    readonly source: 'import' | 'closing';
  } | null;
  /** When the day was closed: everyone due and not seen has a verdict. Null while it is not. */
  readonly closedAt: Date | null;
}

/**
 * Derives the verdict from the first of these that applies: correction, check-in, leave, absence in a class, closing of
 * the day. On a day off only corrections and check-ins count. Null while there is no verdict. Deterministic, and the
 * same in whatever order the facts were recorded.
 */
export function deriveDay(facts: DayFacts, zone: Zone): AttendanceDay | null {
  const { personId, date, rule, correction } = facts;
  const isDayOff = facts.calendar !== 'open';
  const verdict = { personId, date, rule, firstIn: null, lastSeen: null, overrode: null, isDayOff };
  if (correction?.wanted === 'present' || correction?.wanted === 'late') {
    const firstIn = zone.instantOf(date, correction.time);
    const arrived = arrivalStatus(zone.timeOf(firstIn), ruleOnDay(rule, date, zone));
    const status = correction.wanted === 'late' && arrived === 'on_time' ? 'late' : arrived;
    return { ...verdict, status, firstIn, lastSeen: lastSeenAfter(firstIn, facts), source: 'correction' };
  }
  if (correction) return { ...verdict, status: correction.wanted, source: 'correction' };
  const checkedIn = deriveFromCheckIns(facts, zone);
  if (checkedIn) return checkedIn;
  const unseen = deriveUnseen(facts);
  return unseen && { ...verdict, ...unseen };
}

/** The verdict of somebody who was not seen: who is due, and who said what about their absence. */
function deriveUnseen(facts: DayFacts): Pick<AttendanceDay, 'status' | 'source'> | null {
  const { date, registeredOn, fixedAbsence, classAbsence } = facts;
  if (facts.calendar !== 'open') return null;
  const isKnown = date >= registeredOn || fixedAbsence !== null;
  if (facts.leaveNotedAt && isKnown) return { status: 'excused', source: 'leave' };
  if (classAbsence) return { status: classAbsence.status, source: 'class' };
  if (fixedAbsence) return fixedAbsence;
  // Whoever is registered in the course of a day may come to know of it too late.
  if (!facts.closedAt || date <= registeredOn) return null;
  return { status: unseenStatus(facts.rule), source: 'closing' };
}

/** The status that closing a day gives to people who were due and not seen. */
export const unseenStatus = (rule: TimeSettings): 'absent' | 'unmarked' =>
  rule.autoAbsentMinutes === 0 ? 'unmarked' : 'absent';

/** The first check-in decides, under the rule copied onto it; a later one is the check-out. */
function deriveFromCheckIns(facts: DayFacts, zone: Zone): AttendanceDay | null {
  const { checkIns, personId, date } = facts;
  const [first] = [...checkIns].sort((a, b) => a.at.getTime() - b.at.getTime());
  if (!first) return null;
  const status = arrivalStatus(zone.timeOf(first.at), ruleOnDay(first.rule, date, zone));
  return {
    personId,
    date,
    status: first.isMarkedLate && status === 'on_time' ? 'late' : status,
    firstIn: first.at,
    lastSeen: lastSeenAfter(first.at, facts),
    rule: first.rule,
    source: 'check_in',
    overrode: deriveUnseen(factsBefore(facts, first.at))?.status ?? null,
    isDayOff: facts.calendar !== 'open',
  };
}

/** The facts as they were stated before a moment: what the person's verdict was until they were seen. */
function factsBefore(facts: DayFacts, moment: Date): DayFacts {
  const earlier = (at: Date | null): Date | null => (at && at < moment ? at : null);
  const { classAbsence } = facts;
  return {
    ...facts,
    leaveNotedAt: earlier(facts.leaveNotedAt),
    classAbsence: classAbsence && earlier(classAbsence.markedAt) ? classAbsence : null,
    closedAt: earlier(facts.closedAt),
  };
}

/** The last sighting, unless it is the arrival or repeats it. */
function lastSeenAfter(arrival: Date, { checkIns }: DayFacts): Date | null {
  const last = Math.max(...checkIns.map(({ at }) => at.getTime()));
  return last - arrival.getTime() >= SAME_SIGHTING_MS ? new Date(last) : null;
}

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
