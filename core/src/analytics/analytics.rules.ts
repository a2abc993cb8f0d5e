import { addMonths, firstOfMonth, firstOfYear, type LocalDate, timeOfMinutes } from '../kernel/local-date.ts';
import type { DateRange, MonthTally, Tally } from './analytics.types.ts';

export const TARGET_RATE = 75;
export const WEEKDAY_NAMES = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** Present days per due day, in percent with one decimal; null without due days. */
export function rateOf({ present, due }: Tally): number | null {
  return due === 0 ? null : Math.round((present / due) * 1000) / 10;
}

export const rateOrZero = (tally: Tally): number => rateOf(tally) ?? 0;

export type RateBand = 'excellent' | 'good' | 'average' | 'poor';

export function bandOf(rate: number): RateBand {
  if (rate >= 80) return 'excellent';
  if (rate >= 60) return 'good';
  return rate >= 40 ? 'average' : 'poor';
}

export function weeklyStatus(rate: number): 'Excellent' | 'Good' | 'Needs Improvement' {
  if (rate > 75) return 'Excellent';
  return rate > 50 ? 'Good' : 'Needs Improvement';
}

export const RANGE_CHOICES = ['all', 'last3months', 'last6months', 'thisyear'] as const;
export type RangeChoice = (typeof RANGE_CHOICES)[number];

/** Start of the range "all": earlier than any record. */
const EARLIEST_DATE = '2000-01-01' as LocalDate; // a valid date, known at compile time

export function rangeOf(choice: RangeChoice, today: LocalDate): DateRange {
  switch (choice) {
    case 'all':
      return { from: EARLIEST_DATE, to: today };
    case 'last3months':
      return { from: firstOfMonth(addMonths(today, -2)), to: today };
    case 'last6months':
      return { from: firstOfMonth(addMonths(today, -5)), to: today };
    case 'thisyear':
      return { from: firstOfYear(today), to: today };
  }
}

/** The smallest range that contains all of these. */
export const spanning = (ranges: readonly DateRange[]): DateRange =>
  ranges.reduce((all, each) => ({
    from: each.from < all.from ? each.from : all.from,
    to: each.to > all.to ? each.to : all.to,
  }));

export const arrivalText = (minutes: number | null): string =>
  minutes === null ? 'N/A' : timeOfMinutes(minutes);

/** The month with the highest rate, among months with due days. */
export function bestMonth(months: readonly MonthTally[]): MonthTally | null {
  let best: MonthTally | null = null;
  for (const month of months) {
    if (month.due > 0 && (!best || rateOrZero(month) > rateOrZero(best))) best = month;
  }
  return best;
}
