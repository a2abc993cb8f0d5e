import { expect, it } from 'vitest';
import { growthTable, withSize } from './tables.ts';

const call = (p50_ms: number, rows: number, months: number) => ({
  p50_ms,
  p95_ms: p50_ms,
  rows,
  pages: 1,
  months,
  first: { ms: 10 * p50_ms, rows, pages: 1, months },
});

const size = (days: number, ms: number) => ({ days, people: 20_000, calls: { today: call(ms, 1200, 1) } });

it('the table of growth has a line for each call, and the ratio of the largest size to the smallest', () => {
  expect(growthTable([size(1_000_000, 4), size(10_000_000, 5)])).toEqual([
    '| call | 1,000,000 days | 10,000,000 days | times | first call at the largest size |',
    '|---|---|---|---|---|',
    '| today | 4 ms, 1,200 rows, 1 months | 5 ms, 1,200 rows, 1 months | 1.3 | 50 ms, 1,200 rows |',
  ]);
  expect(growthTable([])).toEqual([]);
});

it('a size that is measured again takes the place of its last result, in the order of the sizes', () => {
  const before = [size(10, 1), size(1000, 2)];
  expect(withSize(before, size(100, 3)).map(({ days }) => days)).toEqual([10, 100, 1000]);
  expect(withSize(before, size(10, 4))).toEqual([size(10, 4), size(1000, 2)]);
});
