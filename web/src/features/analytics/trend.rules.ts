import type { Month } from './analytics.queries.ts';

/** A full month of days is a full column for one person. */
const FULL_MONTH_DAYS = 31;

/** How high a column stands, 0..100: for one person out of 31 days, for everyone relative to the busiest month. */
export function columnHeight(month: Month, months: readonly Month[], of: 'everyone' | 'one'): number {
  const full = of === 'one' ? FULL_MONTH_DAYS : Math.max(...months.map(({ attendance }) => attendance));
  return full > 0 ? Math.min(100, (month.attendance / full) * 100) : 0;
}

/** Every month counts the same, however many days were due in it: not the rate of all days together. */
export function averageRate(months: readonly Month[]): number | null {
  if (months.length === 0) return null;
  return Math.round((months.reduce((sum, { rate }) => sum + rate, 0) / months.length) * 10) / 10;
}

export function peakMonth(months: readonly Month[]): Month | null {
  let peak: Month | null = null;
  for (const month of months) if (!peak || month.rate > peak.rate) peak = month;
  return peak;
}
