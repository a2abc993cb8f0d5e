import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, eachDay, type LocalDate, localDate } from '../kernel/local-date.ts';
import { achievementsOf, streaksOf } from './achievements.rules.ts';
import { bandOf, bestMonth, rangeOf, rateOf, weeklyStatus } from './analytics.rules.ts';
import type { DayTally } from './analytics.types.ts';
import { insightsOf, trendPoints } from './insights.rules.ts';
import { byDay, byMonth, byWeek, byWeekday, fullWeek, sumOf } from './trends.rules.ts';

describe('a rate', () => {
  it('is present days per due day, and null without due days', () => {
    expect(rateOf({ present: 2, due: 3 })).toBe(66.7);
    expect(rateOf({ present: 0, due: 5 })).toBe(0);
    expect(rateOf({ present: 0, due: 0 })).toBeNull();
  });

  it('has the bands of the specification', () => {
    expect([100, 80, 79.9, 60, 59.9, 40, 39.9, 0].map(bandOf)).toEqual([
      'excellent',
      'excellent',
      'good',
      'good',
      'average',
      'average',
      'poor',
      'poor',
    ]);
    expect([75.1, 75, 50.1, 50].map(weeklyStatus)).toEqual([
      'Excellent',
      'Good',
      'Good',
      'Needs Improvement',
    ]);
  });
});

describe('a range', () => {
  const today = localDate('2026-03-31');
  it('starts on the first day of a month', () => {
    expect(rangeOf('last3months', today)).toEqual({ from: '2026-01-01', to: today });
    expect(rangeOf('last6months', today)).toEqual({ from: '2025-10-01', to: today });
    expect(rangeOf('thisyear', today)).toEqual({ from: '2026-01-01', to: today });
    expect(rangeOf('all', today).from < localDate('2001-01-01')).toBe(true);
  });
});

describe('a streak', () => {
  const days = (...statuses: ('on_time' | 'absent' | 'excused' | 'unmarked')[]) =>
    statuses.map((status, index) => ({ date: addDays(localDate('2026-03-02'), index), status }));
  it.each([
    [days(), 0, 0],
    [days('on_time', 'on_time'), 2, 2],
    [days('on_time', 'absent', 'on_time'), 1, 1],
    [days('on_time', 'excused', 'on_time'), 2, 2],
    [days('on_time', 'on_time', 'on_time', 'unmarked'), 0, 3],
  ])('is counted over due days: %j', (list, current, longest) => {
    expect(streaksOf(list)).toEqual({ current, longest });
    expect(streaksOf([...list].reverse())).toEqual({ current, longest });
  });
});

describe('insights', () => {
  const day = localDate;
  const FEBRUARY = day('2026-02-28');
  const month = (name: string, present: number, due: number) => ({
    month: name,
    present,
    due,
    days: 20,
    studentsPresent: 0,
  });
  it('describe goal, trend and achievement, and missing data', () => {
    expect(insightsOf({ present: 0, due: 0 }, [], null, FEBRUARY)).toEqual({
      goal: 'The goal is 75%. There is no attendance yet.',
      trend: 'A trend needs two months of attendance.',
      achievement: 'Keep Going!',
    });
    const months = [month('2026-01', 10, 20), month('2026-02', 18, 20)];
    expect(insightsOf({ present: 28, due: 40 }, months, 7, FEBRUARY)).toEqual({
      goal: '70% attendance, 5 points below the 75% goal.',
      trend: 'Up 40 points from the month before.',
      achievement: 'Longest streak: 7 days present in a row.',
    });
    expect(
      insightsOf(
        { present: 20, due: 20 },
        [month('2026-01', 10, 20), month('2026-02', 10, 20)],
        null,
        FEBRUARY,
      ).trend,
    ).toBe('Same rate as the month before.');
  });

  it('compare the last month of the range with the month directly before it, or not at all', () => {
    const months = [month('2026-06', 20, 20), month('2026-09', 10, 20), month('2026-10', 15, 20)];
    expect(trendPoints(months, day('2026-09-30'))).toBeNull();
    expect(trendPoints(months, day('2026-10-02'))).toBe(25);
    expect(trendPoints(months, day('2026-12-05'))).toBeNull();
    expect(trendPoints([month('2025-12', 20, 20), month('2026-01', 10, 20)], day('2026-01-31'))).toBe(-50);
  });

  it('find the best month among those with due days', () => {
    expect(bestMonth([month('2026-01', 0, 0)])).toBeNull();
    expect(
      bestMonth([month('2026-01', 9, 10), month('2026-02', 10, 10), month('2026-03', 10, 10)])?.month,
    ).toBe('2026-02');
  });
});

describe('achievements', () => {
  it('are listed when their condition is met', () => {
    const none = { total: { present: 0, due: 0 }, onTime: 0, currentStreak: 0, longestStreak: 0 };
    expect(achievementsOf(none)).toEqual([]);
    const all = { total: { present: 40, due: 42 }, onTime: 40, currentStreak: 20, longestStreak: 25 };
    expect(achievementsOf(all).map(({ id }) => id)).toEqual([
      'first-day',
      'week-streak',
      'month-streak',
      'target',
      'punctual',
    ]);
  });
});

describe('trends', () => {
  const tallies = fc
    .array(fc.record({ present: fc.nat(50), absent: fc.nat(50), isStudent: fc.boolean() }), {
      maxLength: 120,
    })
    .map((list) =>
      list.map(
        ({ present, absent, isStudent }, index): DayTally => ({
          date: addDays(localDate('2025-12-20'), index),
          isStudent,
          present,
          due: present + absent,
          excused: 0,
          arrivalSum: present * 540,
        }),
      ),
    );

  it('have the same total by month, week, weekday and day', () => {
    fc.assert(
      fc.property(tallies, (days) => {
        const { present } = sumOf(days);
        expect(sumOf(byMonth(days)).present).toBe(present);
        expect(sumOf(byWeek(days)).present).toBe(present);
        expect(sumOf(byWeekday(days)).present).toBe(present);
        expect(byDay(days).reduce((sum, day) => sum + day.present, 0)).toBe(present);
        expect(fullWeek(byWeekday(days))).toHaveLength(7);
        for (const weekday of byWeekday(days)) {
          expect(weekday.averageArrival).toBe(weekday.present === 0 ? null : 540);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('start a week on Monday', () => {
    const week = eachDay(localDate('2026-03-02'), localDate('2026-03-09')).map(
      (date: LocalDate): DayTally => ({
        date,
        isStudent: true,
        present: 1,
        due: 1,
        excused: 0,
        arrivalSum: 0,
      }),
    );
    expect(byWeek(week).map(({ week: monday, present }) => [monday, present])).toEqual([
      ['2026-03-02', 7],
      ['2026-03-09', 1],
    ]);
  });
});
