import { describe, expect, it } from 'vitest';
import { filterHistory, monthWeeks, partOfHistory } from './history.rules.ts';
import type { ProfileRecord } from './profile.queries.ts';

const record = (date: string): ProfileRecord => ({
  date,
  time: '09:00',
  check_out: null,
  status: 'present',
  punctuality: 'On Time',
  reason: '',
  basis: {
    status: 'on_time',
    source: 'check_in',
    overrode: null,
    startTime: '09:00',
    gracePeriod: 15,
    cutoffTime: '09:30',
    autoAbsent: 60,
    dayOff: false,
    excuse: null,
    evidence: null,
  },
});
const records = ['03_10_26', '03_04_26', '03_03_26', '02_27_26'].map(record);
const today = new Date(2026, 2, 10);

describe('profile history', () => {
  it('filters the month and the last seven days', () => {
    expect(filterHistory(records, 'all', today)).toHaveLength(4);
    expect(filterHistory(records, 'month', today)).toHaveLength(3);
    expect(filterHistory(records, 'week', today).map(({ date }) => date)).toEqual(['03_10_26', '03_04_26']);
  });

  it('shows the rows behind a column of a chart', () => {
    const shown = (month: string | undefined, weekday: number | undefined) =>
      partOfHistory(records, { month, weekday }).map(({ date }) => date);
    expect(shown('2026-02', undefined)).toEqual(['02_27_26']);
    expect(shown(undefined, 2)).toEqual(['03_10_26', '03_03_26']);
    expect(shown('2026-03', 3)).toEqual(['03_04_26']);
  });

  it('lays a month out in weeks that start on Monday', () => {
    const weeks = monthWeeks('2026-03', records);
    expect(weeks).toHaveLength(6); // 1 March 2026 is a Sunday
    expect(weeks[0]?.[6]?.day).toBe(1);
    expect(weeks[1]?.[1]?.record?.date).toBe('03_03_26');
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });
});
