import { expect, it } from 'vitest';
import { percentChange } from './change.rules.ts';

it('compares with the load before, and says nothing where there is nothing to compare', () => {
  expect(percentChange(50, 55)).toBe(10);
  expect(percentChange(80, 60)).toBe(-25);
  expect(percentChange(undefined, 5)).toBeNull();
  expect(percentChange(0, 5)).toBeNull();
});
