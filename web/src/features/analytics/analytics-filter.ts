import type { RangeChoice } from '@rollcall/core/analytics/analytics.rules';
import type { Month, Weekday } from './analytics.queries.ts';

export const SORTS = ['date', 'attendance', 'alphabetical'] as const;
export type Sort = (typeof SORTS)[number];

export interface AnalyticsFilter {
  readonly range: RangeChoice;
  /** Only months and days with at least this rate, 0 to 100 in steps of 5. */
  readonly min: number;
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
}

export const NO_FILTER: AnalyticsFilter = { range: 'all', min: 0, sort: 'date', order: 'asc' };

export const isFiltering = (filter: AnalyticsFilter): boolean =>
  filter.range !== 'all' || filter.min > 0 || filter.sort !== 'date' || filter.order !== 'asc';

/** Months as the filter wants them. `nameOf` is the month's name in the person's language. */
export function filterMonths(
  months: readonly Month[],
  { min, sort, order }: AnalyticsFilter,
  nameOf: (month: string) => string,
): Month[] {
  const compare = {
    date: (a: Month, b: Month) => a.month.localeCompare(b.month),
    attendance: (a: Month, b: Month) => a.rate - b.rate,
    alphabetical: (a: Month, b: Month) => nameOf(a.month).localeCompare(nameOf(b.month)),
  }[sort];
  const direction = order === 'asc' ? 1 : -1;
  return months.filter(({ rate }) => rate >= min).sort((a, b) => direction * compare(a, b));
}

export const filterWeekdays = (days: readonly Weekday[], { min }: AnalyticsFilter): Weekday[] =>
  days.filter(({ percentage }) => percentage >= min);
