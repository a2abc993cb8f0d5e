import ICAL from 'ical.js';
import { addDays, daysBetween, type LocalDate, parseLocalDate } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { Holiday } from './calendar.rules.ts';

/** Events longer than this are skipped as mistakes. */
const LONGEST_CLOSURE_DAYS = 120;
/** Limit of iterations per repeating event; a daily rule may have started decades ago. */
const STEPS_MAX = 20_000;
const WITHIN_A_DAY = ['SECONDLY', 'MINUTELY', 'HOURLY'];

/** Range in which repeating events are expanded. Single events are read whatever their date. */
export interface CalendarWindow {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export interface HolidayCalendar {
  readonly holidays: readonly Holiday[];
  /** Number of events that gave no holiday: timed, cancelled, undated, unreadable or too long. */
  readonly skipped: number;
}

/**
 * Reads holidays from an iCalendar file: events of whole days, with their repetitions, exceptions and durations.
 * A timed event counts only if it starts and ends at midnight in the institution's zone.
 */
export function readHolidayCalendar(text: string, zone: Zone, window: CalendarWindow): HolidayCalendar {
  const events = parseEvents(text);
  const exceptions = exceptionsByUid(events);
  const holidays = new Map<LocalDate, Holiday>();
  let skipped = 0;
  for (const component of events) {
    if (component?.hasProperty('recurrence-id')) continue;
    const found = component
      ? daysOfEvent(component, exceptions.get(uidOf(component)) ?? [], zone, window)
      : [];
    if (found.length === 0) skipped += 1;
    for (const holiday of found) holidays.set(holiday.date, holiday);
  }
  return { holidays: [...holidays.values()].sort((a, b) => (a.date < b.date ? -1 : 1)), skipped };
}

const uidOf = (component: ICAL.Component): string => String(component.getFirstPropertyValue('uid') ?? '');

/** Moved and cancelled occurrences by the UID of their event. */
function exceptionsByUid(events: readonly (ICAL.Component | null)[]): Map<string, ICAL.Component[]> {
  const found = new Map<string, ICAL.Component[]>();
  for (const event of events) {
    const uid = event?.hasProperty('recurrence-id') ? uidOf(event) : '';
    if (!event || uid === '') continue;
    const others = found.get(uid);
    if (others) others.push(event);
    else found.set(uid, [event]);
  }
  return found;
}

/** Parses each event separately, so that an unreadable one (null) does not affect the others. */
function parseEvents(text: string): (ICAL.Component | null)[] {
  const events: (ICAL.Component | null)[] = [];
  let lines: string[] | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^begin:vevent\s*$/i.test(line)) lines = [];
    lines?.push(line);
    if (!lines || !/^end:vevent\s*$/i.test(line)) continue;
    events.push(parseEvent(lines.join('\r\n')));
    lines = null;
  }
  return events;
}

function parseEvent(text: string): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(text));
  } catch {
    return null;
  }
}

const isCancelled = (component: ICAL.Component): boolean =>
  String(component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED';

const nameOf = (component: ICAL.Component): string =>
  String(component.getFirstPropertyValue('summary') ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200) || 'Holiday';

function daysOfEvent(
  component: ICAL.Component,
  exceptions: ICAL.Component[],
  zone: Zone,
  window: CalendarWindow,
): Holiday[] {
  try {
    if (isCancelled(component) || !component.hasProperty('dtstart')) return [];
    const event = new ICAL.Event(component, { exceptions });
    if (!event.isRecurring()) return daysBetweenTimes(component, event.startDate, event.endDate, zone);
    return occurrences(event, zone, window);
  } catch {
    // A date or rule that cannot be parsed: the event counts as skipped.
    return [];
  }
}

function occurrences(event: ICAL.Event, zone: Zone, { from, to }: CalendarWindow): Holiday[] {
  const rule = event.component.getFirstPropertyValue('rrule');
  if (rule instanceof ICAL.Recur && WITHIN_A_DAY.includes(rule.freq)) return [];
  const holidays: Holiday[] = [];
  const iterator = event.iterator();
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const next = iterator.next();
    if (!next || dayOf(next) > to) break;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    if (isCancelled(item.component)) continue;
    const days = daysBetweenTimes(item.component, startDate, endDate, zone);
    holidays.push(...days.filter(({ date }) => date >= from && date <= to));
  }
  return holidays;
}

/** The day of a time as `2026-05-01`; a moment is written `2026-05-01T08:00:00`. */
const dayOf = (time: ICAL.Time): string => time.toString().slice(0, 10);

/** The local date whose midnight the time is, or null if it is not midnight. */
function midnightOf(time: ICAL.Time, zone: Zone): LocalDate | null {
  if (!time.isDate && time.zone === ICAL.Timezone.utcTimezone) {
    const at = time.toJSDate();
    return zone.minutesOf(at) === 0 ? zone.dateOf(at) : null;
  }
  const isMidnight = time.isDate || (time.hour === 0 && time.minute === 0);
  return isMidnight ? parseLocalDate(dayOf(time)) : null;
}

function daysBetweenTimes(
  component: ICAL.Component,
  startTime: ICAL.Time,
  endTime: ICAL.Time,
  zone: Zone,
): Holiday[] {
  const start = midnightOf(startTime, zone);
  const end = midnightOf(endTime, zone);
  if (!start || !end) return [];
  // The end is the day after the last one. A whole-day event without an end lasts one day.
  const length = end > start ? daysBetween(start, end) : startTime.isDate ? 1 : 0;
  if (length === 0 || length > LONGEST_CLOSURE_DAYS) return [];
  const name = nameOf(component);
  return Array.from({ length }, (_, index) => ({ date: addDays(start, index), name }));
}
