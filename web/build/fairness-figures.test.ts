import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agesPrices, type FairnessResult, fairnessRows } from './fairness-figures.ts';

const result: FairnessResult = JSON.parse(
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

  it('leaves out what was not measured', () => {
    expect(fairnessRows({ institutions: [] })).toEqual([]);
    expect(agesPrices({ institutions: [] })).toBeNull();
  });
});
