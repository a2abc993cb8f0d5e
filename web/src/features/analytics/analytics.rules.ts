import { type RangeChoice, TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import type { AdminAnalytics, Month, UserAnalytics, Weekday } from './analytics.queries.ts';

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

/** Filters and sorts months. `nameOf` returns a month's name in the user's language, for sorting by name. */
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

/** Days at which the column of one person is full. */
const FULL_MONTH_DAYS = 31;

/** The amount of a full column: 31 days for one person, the busiest month for everyone. */
export const fullAmount = (months: readonly Month[], scope: 'everyone' | 'one'): number =>
  scope === 'one' ? FULL_MONTH_DAYS : Math.max(0, ...months.map(({ attendance }) => attendance));

/** Column height from 0 to 100 by users or days. */
export function columnHeight(month: Month, months: readonly Month[], scope: 'everyone' | 'one'): number {
  const full = fullAmount(months, scope);
  return full > 0 ? Math.min(100, (month.attendance / full) * 100) : 0;
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** Mean of the monthly rates. Each month has the same weight, however many days were due in it. */
export function averageRate(months: readonly Month[]): number | null {
  if (months.length === 0) return null;
  return roundToTenth(months.reduce((sum, { rate }) => sum + rate, 0) / months.length);
}

export function peakMonth(months: readonly Month[]): Month | null {
  let peak: Month | null = null;
  for (const month of months) if (!peak || month.rate > peak.rate) peak = month;
  return peak;
}

interface InsightFacts {
  /** Percentage points above the target; null if no day was due. */
  readonly gap: number | null;
  /** Percentage points of the last month against the one directly before; null if either has no attendance. */
  readonly change: number | null;
  /** Longest run of days present; null for everyone together and for runs of a single day. */
  readonly run: number | null;
  readonly best: Month | null;
}

/** The figures of the goal, trend and achievement sentences. */
export function insightFacts(analytics: AdminAnalytics | UserAnalytics): InsightFacts {
  const { basic_stats: stats, monthly_trend: months } = analytics;
  const longest = 'streak' in analytics ? analytics.streak.longest : 0;
  return {
    gap: stats.total_days > 0 ? roundToTenth(stats.attendance_rate - TARGET_RATE) : null,
    change: analytics.performance_insights.trend_points,
    run: longest > 1 ? longest : null,
    best: peakMonth(months),
  };
}

export const hasAttendance = ({ count, percentage }: Weekday): boolean => count > 0 || percentage > 0;

export const pagesOf = <T>(items: readonly T[], perPage: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / perPage) }, (_, page) =>
    items.slice(page * perPage, (page + 1) * perPage),
  );

/** A page number that continues at the other end: after the last page comes the first. */
export const wrapPage = (page: number, count: number): number =>
  count === 0 ? 0 : ((page % count) + count) % count;
