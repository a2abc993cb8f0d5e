import { readFileSync } from 'node:fs';
import { PUBLISHED_RATES } from '@rollcall/core/faces/installation/published-rates';
import { describe, expect, it } from 'vitest';
import { agesPrices, type FairnessResult, fairnessRows } from './fairness-figures.ts';

const result: FairnessResult & { readonly model: string; readonly measured_at: string } = JSON.parse(
  readFileSync(new URL('../../bench/results/fairness.json', import.meta.url), 'utf8'),
);

describe('the published result of the fairness bench', () => {
  it('has every row of the page', () => {
    const rows = fairnessRows(result);
    expect(rows).toHaveLength(14);
    for (const { people, falseMatches, falseMatchesBefore } of rows) {
      expect(people).toBeGreaterThan(0);
      expect(falseMatches.high).toBeGreaterThan(0);
      expect(falseMatches.low).toBeLessThanOrEqual(falseMatches.rate);
      expect(falseMatchesBefore.rate).toBeGreaterThan(0);
    }
    // Pages must not show a choice without its price.
    expect(agesPrices(result)).not.toBeNull();
  });

  it('is what the document for a works council prints', () => {
    expect(PUBLISHED_RATES).toEqual({
      modelId: result.model,
      measuredOn: result.measured_at.slice(0, 10),
      rows: fairnessRows(result).map(({ row, people, falseMatches, misses }) => ({
        group: row,
        people,
        falseMatches,
        misses,
      })),
    });
  });

  it('leaves out what was not measured', () => {
    expect(fairnessRows({ institutions: [] })).toEqual([]);
    expect(agesPrices({ institutions: [] })).toBeNull();
  });
});
