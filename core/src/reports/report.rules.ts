import { rateOf } from '../analytics/analytics.rules.ts';
import type { DateRange } from '../analytics/analytics.types.ts';
import { type CalendarDay, DAY_STATUSES, type DayStatus } from '../attendance/attendance.types.ts';
import { isDue, isPresent } from '../attendance/attendance-day.rules.ts';
import { createDateFormat } from '../kernel/date-format.ts';
import type { Language } from '../kernel/language.ts';
import { addDays, addMonths, firstOfMonth, type LocalDate } from '../kernel/local-date.ts';
import { REPORT_TEXTS } from './report.texts.ts';
import type { StatusCounts } from './report.types.ts';

export const noCounts = (): Record<DayStatus, number> => ({
  on_time: 0,
  late: 0,
  very_late: 0,
  absent: 0,
  unmarked: 0,
  excused: 0,
  holiday: 0,
  not_due: 0,
});

export function countStatuses(statuses: Iterable<DayStatus>): StatusCounts {
  const counts = noCounts();
  for (const status of statuses) counts[status] += 1;
  return counts;
}

export function addCounts(total: Record<DayStatus, number>, more: StatusCounts): void {
  for (const status of DAY_STATUSES) total[status] += more[status];
}

const sumWhere = (counts: StatusCounts, isCounted: (status: DayStatus) => boolean): number =>
  DAY_STATUSES.filter(isCounted).reduce((sum, status) => sum + counts[status], 0);

export const presentDays = (counts: StatusCounts): number => sumWhere(counts, isPresent);
export const dueDays = (counts: StatusCounts): number => sumWhere(counts, isDue);
export const rateOfCounts = (counts: StatusCounts): number | null =>
  rateOf({ present: presentDays(counts), due: dueDays(counts) });

/** The sign of a visit on a day off, which is in no total, in every language. */
export const VISIT_SIGN = '•';

/** The sign of a day: of a visit on a day off, of its status, of a holiday after the person was registered, else empty. */
export function dayLetter(
  status: DayStatus | undefined,
  calendar: CalendarDay,
  isRegistered: boolean,
  language: Language,
): string {
  const { letters } = REPORT_TEXTS[language];
  if (status && calendar !== 'open' && isPresent(status)) return VISIT_SIGN;
  if (status) return letters[status];
  return calendar === 'holiday' && isRegistered ? letters.holiday : '';
}

export const monthRange = (anyDay: LocalDate): DateRange => {
  const from = firstOfMonth(anyDay);
  return { from, to: addDays(addMonths(from, 1), -1) };
};

/** Formats a local date independently of the machine's time zone. */
const formatted = (date: LocalDate, language: Language, options: Intl.DateTimeFormatOptions): string =>
  createDateFormat(language, { ...options, timeZone: 'UTC' })(Date.parse(`${date}T00:00:00Z`));

export const monthName = (date: LocalDate, language: Language): string =>
  formatted(date, language, { month: 'long', year: 'numeric' });

export const dayName = (date: LocalDate, language: Language): string =>
  formatted(date, language, { day: 'numeric', month: 'long', year: 'numeric' });

export const weekdayName = (date: LocalDate, language: Language, length: 'short' | 'narrow'): string =>
  formatted(date, language, { weekday: length });

/** File name of letters, digits and dashes, valid on every system. */
export const fileNameOf = (...parts: readonly string[]): string =>
  parts
    .join('-')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 80) || 'report';
