import { isoOfDate } from '../../lib/format/dates.ts';
import type { DayRange } from './history.queries.ts';

export type RangeProblem = 'missing' | 'future' | 'backwards';

/** Checks a date range: both dates given, none after today, the end not before the start. */
export function rangeProblem(from: string, to: string, today: string): RangeProblem | null {
  if (!from || !to) return 'missing';
  if (from > today || to > today) return 'future';
  return to < from ? 'backwards' : null;
}

const DEFAULT_DAYS = 14;

export function lastDays(today: Date): DayRange {
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - DEFAULT_DAYS + 1);
  return { from: isoOfDate(first), to: isoOfDate(today) };
}

const ROUND_STEPS = [1, 2, 2.5, 5];

/** Top of the chart's scale: four equal steps of a round number that fit the highest value. */
export function scaleTop(highest: number): number {
  const least = Math.max(1, highest / 4);
  const power = 10 ** Math.floor(Math.log10(least));
  const round = ROUND_STEPS.find((step) => step * power >= least && Number.isInteger(step * power));
  return (round ?? 10) * power * 4;
}

/** Lowest bar in percent, so that a day with few check-ins stays visible. */
export const MIN_BAR = 5;

export function barHeight(count: number, highest: number): number {
  return highest === 0 ? 0 : Math.max(MIN_BAR, (count / highest) * 100);
}
