import { describe, expect, it } from 'vitest';
import type { Month, UserAnalytics } from './analytics.queries.ts';
import {
  averageRate,
  columnHeight,
  filterMonths,
  insightFacts,
  isFiltering,
  NO_FILTER,
  pagesOf,
  peakMonth,
  wrapPage,
} from './analytics.rules.ts';

const month = (name: string, attendance: number, rate: number): Month => ({
  month: name,
  attendance,
  rate,
  students: 0,
  employees: 0,
});
const months = [month('2026-01', 20, 80), month('2026-02', 10, 50), month('2026-03', 15, 90)];
const names: Record<string, string> = { '2026-01': 'January', '2026-02': 'February', '2026-03': 'March' };
const nameOf = (text: string) => names[text] ?? '';
const order = (filter: Partial<typeof NO_FILTER>) =>
  filterMonths(months, { ...NO_FILTER, ...filter }, nameOf).map((each) => each.month.slice(5));

describe('analytics filter', () => {
  it('keeps months at or above the minimum', () => {
    expect(order({ min: 80 })).toEqual(['01', '03']);
    expect(order({ min: 95 })).toEqual([]);
  });

  it('sorts by date, attendance and name, both ways', () => {
    expect(order({ order: 'desc' })).toEqual(['03', '02', '01']);
    expect(order({ sort: 'attendance' })).toEqual(['02', '01', '03']);
    expect(order({ sort: 'alphabetical' })).toEqual(['02', '01', '03']);
  });

  it('reports whether a filter is active', () => {
    expect(isFiltering(NO_FILTER)).toBe(false);
    expect(isFiltering({ ...NO_FILTER, min: 5 })).toBe(true);
  });
});

describe('monthly trend', () => {
  it('scales one person against 31 days and everyone against the busiest month', () => {
    expect(columnHeight(month('2026-01', 31, 100), months, 'one')).toBe(100);
    expect(columnHeight(month('2026-02', 15.5, 100), months, 'one')).toBe(50);
    expect(columnHeight(month('2026-02', 10, 50), months, 'everyone')).toBe(50);
    expect(columnHeight(month('2026-02', 0, 0), [], 'everyone')).toBe(0);
  });

  it('computes the average rate and finds the peak month', () => {
    expect(averageRate(months)).toBe(73.3);
    expect(peakMonth(months)?.month).toBe('2026-03');
    expect(averageRate([])).toBeNull();
    expect(peakMonth([])).toBeNull();
  });
});

describe('insights', () => {
  const basic = {
    total_users: 1,
    total_days: 10,
    attended_days: 8,
    attendance_rate: 80,
    this_week: 0,
    this_month: 0,
    average_daily: 0,
  };
  const analytics = (part: Partial<UserAnalytics>): UserAnalytics => ({
    basic_stats: basic,
    weekly_trends: [],
    monthly_trend: months,
    weekly_pattern: [],
    attendance_by_time: [],
    day_frequency: [],
    performance_insights: { goal: '', trend: '', achievement: '', trend_points: 40 },
    recent_attendance: [],
    streak: { current: 0, longest: 0 },
    ...part,
  });

  it('measures the distance to the 75 % goal and the change since the month before', () => {
    expect(insightFacts(analytics({}))).toMatchObject({ gap: 5, change: 40, run: null });
  });

  it('shows the trend that the server found, also where two months with attendance are no neighbours', () => {
    const apart = analytics({
      monthly_trend: [month('2026-06', 20, 100), month('2026-09', 10, 50)],
      performance_insights: { goal: '', trend: '', achievement: '', trend_points: null },
    });
    expect(insightFacts(apart).change).toBeNull();
  });

  it('reports a run of two days or more', () => {
    expect(insightFacts(analytics({ streak: { current: 1, longest: 7 } })).run).toBe(7);
  });

  it('returns null for every fact without data', () => {
    const empty = analytics({
      monthly_trend: [],
      performance_insights: { goal: '', trend: '', achievement: '', trend_points: null },
      basic_stats: { ...basic, total_days: 0, attendance_rate: 0 },
    });
    expect(insightFacts(empty)).toEqual({ gap: null, change: null, run: null, best: null });
  });
});

describe('weekly carousel pages', () => {
  it('has 1 card per page below 480 px, 2 below 1024 px, else 3', () => {
    expect(pagesOf([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(pagesOf([], 3)).toEqual([]);
  });

  it('continues at the other end', () => {
    expect([wrapPage(3, 3), wrapPage(-1, 3), wrapPage(1, 3), wrapPage(1, 0)]).toEqual([0, 2, 1, 0]);
  });
});
