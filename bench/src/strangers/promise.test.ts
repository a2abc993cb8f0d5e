import { expect, it } from 'vitest';
import { amongTimes } from './extrapolation.ts';
import { promiseOf } from './promise.ts';

const rate = (low: number, high: number) => ({
  rate: (low + high) / 2,
  ci95: [low, high] as const,
  hits: 1,
  pairs: 1,
  searches: 1000,
  people: 1000,
});

it('is kept or broken where the whole interval says so, and open otherwise', () => {
  expect(promiseOf(rate(0, 0.001)).verdict).toBe('kept');
  expect(promiseOf(rate(0.0005, 0.0011)).verdict).toBe('open');
  expect(promiseOf(rate(0.0011, 0.002)).verdict).toBe('broken');
});

it('takes every further person for one more chance', () => {
  expect(amongTimes(0.001, 2)).toBeCloseTo(0.001999, 9);
  expect(amongTimes(0.3, 1)).toBeCloseTo(0.3, 9);
  expect(amongTimes(0, 5)).toBe(0);
});
