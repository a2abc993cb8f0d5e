import { describe, expect, it } from 'vitest';
import { localTime } from '../../../kernel/local-date.ts';
import type { TimeSettings } from '../../../settings/settings.types.ts';
import { doorHours, isSilent } from './silence.rules.ts';

const rule: TimeSettings = {
  startTime: localTime('09:00'),
  graceMinutes: 15,
  cutoffTime: localTime('10:00'),
  autoAbsentMinutes: 60,
};

describe('the hours of the doors', () => {
  it('begin an hour before the start and last until the last class', () => {
    expect(doorHours(rule, localTime('15:30'))).toEqual({ from: 480, to: 930 });
    expect(doorHours(rule, localTime('09:45'))).toEqual({ from: 480, to: 600 });
  });

  it('last eight hours without classes, and stay within the day', () => {
    expect(doorHours(rule, null)).toEqual({ from: 480, to: 1020 });
    const late = { ...rule, startTime: localTime('00:20'), cutoffTime: localTime('23:59') };
    expect(doorHours(late, null)).toEqual({ from: 0, to: 1439 });
    expect(doorHours({ ...rule, startTime: localTime('20:00') }, null).to).toBe(1439);
  });
});

describe('a kiosk', () => {
  const at = (time: string) => new Date(`2026-03-02T${time}:00Z`);
  const watch = {
    now: at('08:12'),
    openSince: at('08:00'),
    watchedSince: at('00:00'),
    lastSchoolDay: new Date('2026-02-27T00:00:00Z'),
  };
  const silent = (seen: Date | null, change: Partial<typeof watch> = {}) =>
    isSilent(seen, { ...watch, ...change });

  it('is silent after ten minutes without a word', () => {
    expect(silent(at('08:02'))).toBe(true);
    expect(silent(at('08:03'))).toBe(false);
  });

  it('that was off over night has ten minutes from the opening on', () => {
    const friday = new Date('2026-02-27T15:00:00Z');
    expect(silent(friday)).toBe(true);
    expect(silent(friday, { now: at('08:09') })).toBe(false);
  });

  it('that was put away before the last school day, or never hung on the wall, is not', () => {
    expect(silent(new Date('2026-02-26T15:00:00Z'))).toBe(false);
    expect(silent(null)).toBe(false);
  });

  it('cannot be called silent by a server that was off itself', () => {
    expect(silent(at('07:00'), { watchedSince: at('08:05') })).toBe(false);
    expect(silent(at('07:00'), { watchedSince: at('08:02') })).toBe(true);
  });
});
