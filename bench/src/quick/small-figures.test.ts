import { expect, it } from 'vitest';
import type { ProvenPromise } from '../proof/promise.types.ts';
import { PROVEN } from '../proof/promises.ts';
import { readResult } from '../proof/result-reader.ts';
import { openSaved } from '../proof/saved-results.ts';
import { leftOut, smallFigures } from './small-figures.ts';

const promise = (text: string, size: number): ProvenPromise => ({
  promise: text,
  command: 'bench:x',
  result: 'x',
  figure: (of) => `${of.number(`sizes[n=${size}].ms`)} ms`,
});
const GROUPS = [{ title: 'T', promises: [promise('Ten', 10), promise('A thousand', 1000)] }];

it('shows what a small run measured, and names the rest with its command', () => {
  const of = readResult('x', { sizes: [{ n: 10, ms: 3 }] });
  const shown = smallFigures(GROUPS, 'x', of);
  expect(shown).toEqual([{ promise: 'Ten', figure: '3 ms' }]);
  expect(smallFigures(GROUPS, 'y', of)).toEqual([]);
  expect([...leftOut(GROUPS, new Set(shown.map((each) => each.promise)))]).toEqual([
    ['bench:x', ['A thousand']],
  ]);
});

it('hides no failure of a figure', () => {
  const broken = {
    ...promise('Broken', 1),
    figure: () => {
      throw new TypeError('broken');
    },
  };
  expect(() => smallFigures([{ title: 'T', promises: [broken] }], 'x', readResult('x', {}))).toThrow(
    'broken',
  );
});

it('does not say of minutes of load what is promised of hours', () => {
  const few = { hours: 0.01, holds: { nothing_lost: true }, office: { calls: 4 } };
  const compared_with_the_rows = { lost: 0, doubled: 0, acknowledged: 29 };
  const of = readResult('soak', { ...few, compared_with_the_rows, dashboards: { opened: 40, lost: 0 } });
  expect(smallFigures(PROVEN, 'soak', of).map(({ figure }) => figure)).toEqual([
    '0 lost and 0 doubled of 29 marks in 0.01 h; 4 calls of the office, 0 of 40 dashboards lost',
  ]);
});

it('takes the sizes of growth as they were measured', () => {
  const published = openSaved('growth');
  const [first] = published.list('sizes');
  const calls = Object.fromEntries((first?.keys('calls') ?? []).map((name) => [name, { p50_ms: 2 }]));
  const removed = { rows: 7, seconds: 0.1 };
  const size = (days: number) => ({ days, calls, month_at_once: removed, month_in_steps: removed });
  const [cost, retention] = smallFigures(
    PROVEN,
    'growth',
    readResult('growth', { sizes: [size(50_000), size(500_000)] }),
  );
  expect(cost?.figure).toContain('at 500,000 days, against 50,000');
  expect(retention?.figure).toBe('of 500,000 days 7 in 0.1 s; row by row 7 in 0.1 s');
});
