import { expect, it } from 'vitest';
import { growthTable } from './tables.ts';

const call = (p50_ms: number, rows: number, months: number) => ({
  p50_ms,
  p95_ms: p50_ms,
  rows,
  pages: 1,
  months,
});

it('the table of growth has a line for each call, and the ratio of the largest size to the smallest', () => {
  const table = growthTable([
    [1_000_000, { people: 20_000, calls: { today: call(4, 1200, 1) } }],
    [10_000_000, { people: 20_000, calls: { today: call(5, 1200, 1) } }],
  ]);
  expect(table).toEqual([
    '| call | 1,000,000 days | 10,000,000 days | times |',
    '|---|---|---|---|',
    '| today | 4 ms, 1,200 rows, 1 months | 5 ms, 1,200 rows, 1 months | 1.3 |',
  ]);
  expect(growthTable([])).toEqual([]);
});
