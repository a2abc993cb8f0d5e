import { expect, it } from 'vitest';
import { percentChange } from './admin-overview.tsx';

it('percentChange compares with the previous load and returns null without one', () => {
  expect(percentChange(50, 55)).toBe(10);
  expect(percentChange(80, 60)).toBe(-25);
  expect(percentChange(undefined, 5)).toBeNull();
  expect(percentChange(0, 5)).toBeNull();
});
