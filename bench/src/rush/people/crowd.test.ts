import { normalise } from '@rollcall/core/faces/matching/match.rules';
import { describe, expect, it } from 'vitest';
import { createCrowd, pairsOf } from './crowd.ts';

describe('the people of a rush', () => {
  it('look unlike everybody who was chosen before', () => {
    const crowd = createCrowd();
    expect(crowd.isApart(normalise([1, 0, 0]))).toBe(true);
    crowd.add(normalise([1, 0, 0]));
    crowd.add(normalise([0, 1, 0]));
    expect(crowd.isApart(normalise([0.1, 0.1, 1]))).toBe(true);
    expect(crowd.isApart(normalise([0.2, 1, 0.3]))).toBe(false);
    expect(crowd.isApart(normalise([1, 0, 1]))).toBe(false);
  });

  it('have two parents when they are made, and no two people the same ones', () => {
    const pairs = [...pairsOf(7)];
    expect(pairs).toHaveLength(21);
    const names = pairs.map((pair) => pair.toSorted((a, b) => a - b).join());
    expect(new Set(names).size).toBe(21);
    expect(pairs.every(([one, other]) => one !== other && other < 7)).toBe(true);
    expect([...pairsOf(2)]).toEqual([]);
  });
});
