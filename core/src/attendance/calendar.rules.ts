import { addDays, daysBetween, type LocalDate, parseLocalDate, weekdayOf } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { CalendarDay } from './attendance.types.ts';

export interface Holiday {
  readonly date: LocalDate;
  readonly name: string;
}

/** A closure longer than this in a calendar file is a mistake, not a holiday. */
const LONGEST_CLOSURE_DAYS = 120;

export function calendarDay(
  date: LocalDate,
  workingDays: readonly number[],
  isHoliday: boolean,
): CalendarDay {
  if (isHoliday) return 'holiday';
  return workingDays.includes(weekdayOf(date)) ? 'open' : 'off';
}

/** Lines that go on begin with a space; one property a line after that. */
const unfold = (text: string): string[] => text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);

const plainText = (text: string): string =>
  text
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .trim();

/** `20260501`, or `20260430T220000Z` as the day it is in the institution. */
function icsDate(value: string, zone: Zone): LocalDate | null {
  const parts = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z?))?$/.exec(value.trim());
  if (!parts) return null;
  const [, year, month, day, hour, minute, utc] = parts;
  if (utc) return zone.dateOf(new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`));
  return parseLocalDate(`${year}-${month}-${day}`);
}

/**
 * Holidays from an iCalendar file. Whole days and spans of days are taken; what repeats by a rule is counted as
 * skipped, because guessing a rule wrong would close a school on the wrong day.
 */
export function holidaysFromIcs(text: string, zone: Zone): { holidays: Holiday[]; skipped: number } {
  const holidays = new Map<LocalDate, Holiday>();
  let skipped = 0;
  let event: Map<string, string> | null = null;
  for (const line of unfold(text)) {
    if (line === 'BEGIN:VEVENT') event = new Map();
    else if (line === 'END:VEVENT' && event) {
      const days = daysOf(event, zone);
      if (days.length === 0) skipped += 1;
      const name = plainText(event.get('SUMMARY') ?? '').slice(0, 200) || 'Holiday';
      for (const date of days) holidays.set(date, { date, name });
      event = null;
    } else if (event) {
      const colon = line.indexOf(':');
      const key = line.slice(0, colon).split(';')[0] ?? '';
      if (colon > 0) event.set(key.toUpperCase(), line.slice(colon + 1));
    }
  }
  return { holidays: [...holidays.values()].sort((a, b) => (a.date < b.date ? -1 : 1)), skipped };
}

function daysOf(event: ReadonlyMap<string, string>, zone: Zone): LocalDate[] {
  const start = icsDate(event.get('DTSTART') ?? '', zone);
  if (!start || event.has('RRULE')) return [];
  const end = icsDate(event.get('DTEND') ?? '', zone);
  // The end of a whole-day event is the day after its last.
  const length = end && end > start ? daysBetween(start, end) : 1;
  if (length > LONGEST_CLOSURE_DAYS) return [];
  return Array.from({ length }, (_, index) => addDays(start, index));
}
