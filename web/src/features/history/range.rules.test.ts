import { describe, expect, it } from 'vitest';
import { barHeight, lastDays, rangeProblem, scaleTop } from './range.rules.ts';

describe('date range of the analytics', () => {
  const today = '2026-03-10';
  it('needs both dates', () => {
    expect(rangeProblem('', today, today)).toBe('missing');
    expect(rangeProblem(today, '', today)).toBe('missing');
  });
  it('refuses dates after today', () =>
    expect(rangeProblem('2026-03-01', '2026-03-11', today)).toBe('future'));
  it('refuses an end before the start', () =>
    expect(rangeProblem('2026-03-05', '2026-03-01', today)).toBe('backwards'));
  it('accepts a single day', () => expect(rangeProblem(today, today, today)).toBeNull());
  it('defaults to the last 14 days', () => {
    expect(lastDays(new Date(2026, 2, 10))).toEqual({ from: '2026-02-25', to: '2026-03-10' });
  });
});

describe('activity bars', () => {
  it('have a scale of four round steps that fits the highest value', () => {
    const tops = [0, 1, 4, 5, 7, 30, 68, 72, 100, 101, 5000].map(scaleTop);
    expect(tops).toEqual([4, 4, 4, 8, 8, 40, 80, 80, 100, 200, 8000]);
  });
  it('are at least 5 % high', () => {
    expect(barHeight(1, 100)).toBe(5);
    expect(barHeight(50, 100)).toBe(50);
    expect(barHeight(0, 0)).toBe(0);
  });
});
