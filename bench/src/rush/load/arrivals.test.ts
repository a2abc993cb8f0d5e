import { describe, expect, it } from 'vitest';
import { arrivals, busiestMinute } from './arrivals.ts';

describe('arrivals', () => {
  it('come within the time, in order, and at the same moments in every run', () => {
    const times = arrivals(2000, 10);
    expect(times).toHaveLength(2000);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.every((time) => time >= 0 && time < 600_000)).toBe(true);
    expect(arrivals(2000, 10)).toEqual(times);
    expect(arrivals(2000, 10, 2)).not.toEqual(times);
  });

  it('have a peak in the middle: more than half come in the middle third, and some before and after', () => {
    const times = arrivals(3000, 30);
    const within = (from: number, to: number) =>
      times.filter((time) => time >= from * 60_000 && time < to * 60_000).length;
    expect(within(10, 20)).toBeGreaterThan(1500);
    expect(within(0, 5)).toBeGreaterThan(50);
    expect(within(25, 30)).toBeGreaterThan(50);
  });

  it('are counted by their busiest minute, wherever it begins', () => {
    expect(busiestMinute([])).toBe(0);
    expect(busiestMinute([0, 59_999, 60_000])).toBe(2);
    expect(busiestMinute([50_000, 70_000, 100_000, 109_999, 110_000])).toBe(4);
  });
});
