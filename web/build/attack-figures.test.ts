import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AttackResult, attackRows, genuineRows, placeRows } from './attack-figures.ts';

const result: AttackResult = JSON.parse(
  readFileSync(new URL('../../bench/results/attack.json', import.meta.url), 'utf8'),
);

describe('the published result of the attack kit', () => {
  it('has every row of the page', () => {
    expect(attackRows(result)).toHaveLength(15);
    expect(placeRows(result).map(({ row }) => row)).toEqual([
      'kiosk',
      'network_and_code',
      'network',
      'code',
      'network_or_code',
      'device',
    ]);
    expect(genuineRows(result)).toHaveLength(2);
    for (const { tries, passed, low, high } of [...attackRows(result), ...placeRows(result)]) {
      expect(tries).toBeGreaterThanOrEqual(20);
      expect(low).toBeLessThanOrEqual(passed / tries);
      expect(high).toBeGreaterThanOrEqual(passed / tries);
    }
  });

  it('leaves out what was not tried', () => {
    const nothing = { genuine: [], injected: [], places: [] };
    expect([attackRows(nothing), genuineRows(nothing), placeRows(nothing)]).toEqual([[], [], []]);
  });
});
