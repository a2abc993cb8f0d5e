import { TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import type { AdminAnalytics, Month, UserAnalytics } from './analytics.queries.ts';

const one = (value: number): number => Math.round(value * 10) / 10;

export interface InsightFacts {
  /** Points above the target; null while nothing was due. */
  readonly gap: number | null;
  /** Points against the month before; null with fewer than two months. */
  readonly change: number | null;
  /** Days in a row; null where runs make no sense or are too short to mention. */
  readonly run: number | null;
  readonly best: Month | null;
}

/** The figures behind the three sentences, from the same answer the charts are drawn from. */
export function insightFacts(analytics: AdminAnalytics | UserAnalytics): InsightFacts {
  const { basic_stats: stats, monthly_trend: months } = analytics;
  const [now, before] = months.slice(-2).reverse();
  const longest = 'streak' in analytics ? analytics.streak.longest : 0;
  let best: Month | null = null;
  for (const month of months) if (!best || month.rate > best.rate) best = month;
  return {
    gap: stats.total_days > 0 ? one(stats.attendance_rate - TARGET_RATE) : null,
    change: now && before ? one(now.rate - before.rate) : null,
    run: longest > 1 ? longest : null,
    best,
  };
}
