import { addMonths, firstOfMonth, type LocalDate, monthOf } from '../kernel/local-date.ts';
import { bestMonth, rateOf, rateOrZero, TARGET_RATE } from './analytics.rules.ts';
import type { MonthTally, Tally } from './analytics.types.ts';

export interface Insights {
  readonly goal: string;
  readonly trend: string;
  readonly achievement: string;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
const percent = (value: number): string => `${rounded(value)}%`;
const points = (value: number): string => `${rounded(value)} points`;

/**
 * Three sentences about the figures:
 * goal: the rate over the range against the 75 % target;
 * trend: the rate of the range's last month against the month directly before it, in points;
 * achievement: the longest streak, or the best month where there is none.
 */
export function insightsOf(
  total: Tally,
  months: readonly MonthTally[],
  longestStreak: number | null,
  lastDay: LocalDate,
): Insights {
  return {
    goal: goalOf(total),
    trend: trendOf(trendPoints(months, lastDay)),
    achievement: achievementOf(months, longestStreak),
  };
}

function goalOf(total: Tally): string {
  const rate = rateOf(total);
  if (rate === null) return `The goal is ${TARGET_RATE}%. There is no attendance yet.`;
  const gap = rate - TARGET_RATE;
  return gap >= 0
    ? `${percent(rate)} attendance, ${points(gap)} above the ${TARGET_RATE}% goal.`
    : `${percent(rate)} attendance, ${points(-gap)} below the ${TARGET_RATE}% goal.`;
}

/** Points by which the rate of the day's month differs from the month directly before; null if either had no due day. */
export function trendPoints(months: readonly MonthTally[], lastDay: LocalDate): number | null {
  const rateIn = (day: LocalDate): number | null => {
    const found = months.find(({ month }) => month === monthOf(day));
    return found ? rateOf(found) : null;
  };
  const rateNow = rateIn(lastDay);
  const rateBefore = rateIn(addMonths(firstOfMonth(lastDay), -1));
  return rateNow === null || rateBefore === null ? null : rounded(rateNow - rateBefore);
}

function trendOf(change: number | null): string {
  if (change === null) return 'A trend needs two months of attendance.';
  if (change === 0) return 'Same rate as the month before.';
  return change > 0
    ? `Up ${points(change)} from the month before.`
    : `Down ${points(-change)} from the month before.`;
}

function achievementOf(months: readonly MonthTally[], longestStreak: number | null): string {
  if (longestStreak !== null && longestStreak > 1)
    return `Longest streak: ${longestStreak} days present in a row.`;
  const best = bestMonth(months);
  return best ? `Best month: ${best.month} with ${percent(rateOrZero(best))}.` : 'Keep Going!';
}
