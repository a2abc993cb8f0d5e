import { describe, expect, it } from 'vitest';
import { localDate, localTime } from '../kernel/local-date.ts';
import { DEFAULT_TIME_SETTINGS, ruleOn, timeSettingsProblems } from './settings.rules.ts';

describe('timeSettingsProblems', () => {
  it('finds none in the default settings', () => {
    expect(timeSettingsProblems(DEFAULT_TIME_SETTINGS)).toEqual({});
  });

  it('names the invalid fields', () => {
    expect(Object.keys(timeSettingsProblems({ ...DEFAULT_TIME_SETTINGS, graceMinutes: 31 }))).toEqual([
      'gracePeriod',
      'cutoffTime',
    ]);
    expect(
      Object.keys(timeSettingsProblems({ ...DEFAULT_TIME_SETTINGS, cutoffTime: localTime('09:14') })),
    ).toEqual(['cutoffTime']);
  });
});

describe('ruleOn', () => {
  const rule = (from: string, graceMinutes: number) => ({
    ...DEFAULT_TIME_SETTINGS,
    effectiveFrom: localDate(from),
    graceMinutes,
  });
  const rules = [rule('2026-03-10', 10), rule('2026-03-01', 5)];
  it('gives the latest rule that took effect on or before the day', () => {
    expect(ruleOn(rules, localDate('2026-02-28'))).toEqual(DEFAULT_TIME_SETTINGS);
    expect(ruleOn(rules, localDate('2026-03-01')).graceMinutes).toBe(5);
    expect(ruleOn(rules, localDate('2026-03-09')).graceMinutes).toBe(5);
    expect(ruleOn(rules, localDate('2026-03-10')).graceMinutes).toBe(10);
  });
});
