import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromRoot } from '../shared/results.ts';

interface Measured {
  readonly accuracy: number;
  readonly accuracy_ci95: readonly [number, number];
  readonly at_1_in_10000: { readonly misses: number; readonly ci95: readonly [number, number] };
}
const { recognisers }: { recognisers: Readonly<Record<'ours' | 'other' | 'both', Measured>> } = JSON.parse(
  readFileSync(fromRoot('bench/results/recognisers.json'), 'utf8'),
);
const page = readFileSync(fromRoot('face/MODELS.md'), 'utf8');
const percent = (value: number) => (100 * value).toFixed(2);

it.each([
  ['ours', 'ours'],
  ['the other', 'other'],
  ['mean of both scores', 'both'],
] as const)('face/MODELS.md has the figures of %s', (row, name) => {
  const { accuracy, accuracy_ci95, at_1_in_10000 } = recognisers[name];
  const cell = (value: number, [low, high]: readonly [number, number]) =>
    `${percent(value)} % (${percent(low)}–${percent(high)})`;
  const { misses, ci95 } = at_1_in_10000;
  expect(page).toContain(`| ${row} | ${cell(accuracy, accuracy_ci95)} | ${cell(misses, ci95)} |`);
});
