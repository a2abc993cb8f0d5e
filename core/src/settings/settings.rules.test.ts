import { describe, expect, it } from 'vitest';
import { localDate, localTime } from '../time/local-date.ts';
import { DEFAULT_TIME_SETTINGS, problemsOf, ruleOn } from './settings.rules.ts';

describe('time settings', () => {
  it('are right by default', () => {
    expect(problemsOf(DEFAULT_TIME_SETTINGS)).toEqual({});
  });

  it('name what cannot be', () => {
    expect(Object.keys(problemsOf({ ...DEFAULT_TIME_SETTINGS, graceMinutes: 31 }))).toEqual([
      'gracePeriod',
      'cutoffTime',
    ]);
    expect(Object.keys(problemsOf({ ...DEFAULT_TIME_SETTINGS, cutoffTime: localTime('09:14') }))).toEqual([
      'cutoffTime',
    ]);
  });
});

describe('the rule of a day', () => {
  const rule = (from: string, graceMinutes: number) => ({
    ...DEFAULT_TIME_SETTINGS,
    effectiveFrom: localDate(from),
    graceMinutes,
  });
  const rules = [rule('2026-03-10', 10), rule('2026-03-01', 5)];
  it('is the latest that began on or before it', () => {
    expect(ruleOn(rules, localDate('2026-02-28'))).toEqual(DEFAULT_TIME_SETTINGS);
    expect(ruleOn(rules, localDate('2026-03-01')).graceMinutes).toBe(5);
    expect(ruleOn(rules, localDate('2026-03-09')).graceMinutes).toBe(5);
    expect(ruleOn(rules, localDate('2026-03-10')).graceMinutes).toBe(10);
  });
});
