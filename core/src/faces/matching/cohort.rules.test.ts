import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEIGHBOURS } from '../gallery.ports.ts';
import { COHORT_PEOPLE, cohortOf, pointOf, rarityOf } from './cohort.rules.ts';

/** The nearest of people whose scores are normally distributed. */
const neighbours = (people: number, mean: number, spread: number) => ({
  nearest: Array.from({ length: Math.min(NEIGHBOURS, people) }, (_, i) => ({
    personId: `p${i}`,
    score: mean + spread * pointOf((i + 0.5) / people),
  })),
  people,
});
const nobody = () => false;
const rarity = (score: number, people: number, mean: number, spread: number, usual: number | null = null) => {
  const cohort = cohortOf(neighbours(people, mean, spread), nobody);
  if (!cohort) throw new Error('There is no cohort.');
  return rarityOf(score, cohort, usual);
};

describe('the rarity of a score', () => {
  it('is its distance from the mean of everybody, read from the nearest fifty alone', () => {
    for (const people of [100, 300, 1000, 10_000, 100_000])
      for (const deviations of [3, 4, 5])
        expect(Math.abs(rarity(0.1 + deviations * 0.09, people, 0.1, 0.09) - deviations)).toBeLessThan(0.15);
  });

  it('does not depend on where the scores of a group lie, nor on how wide', () => {
    const place = fc.double({ min: -0.2, max: 0.4, noNaN: true });
    const width = fc.double({ min: 0.05, max: 0.15, noNaN: true });
    fc.assert(
      fc.property(place, width, (mean, spread) => {
        expect(rarity(mean + 4 * spread, 500, mean, spread)).toBeCloseTo(rarity(4, 500, 0, 1), 5);
      }),
    );
  });

  it('takes most of the spread from what is usual, because fifty scores say little about it', () => {
    const wide = rarity(0.5, 300, 0.1, 0.12);
    expect(rarity(0.5, 300, 0.1, 0.12, 0.12)).toBeCloseTo(wide, 1);
    expect(rarity(0.5, 300, 0.1, 0.12, 0.08)).toBeGreaterThan(wide);
    // The place of the scores counts in full: a group whose members look more alike is judged more strictly.
    expect(rarity(0.5, 300, 0.2, 0.09, 0.09)).toBeLessThan(rarity(0.5, 300, 0.1, 0.09, 0.09) - 1);
  });

  it('rises with the score, also where everybody scores the same', () => {
    const same = {
      nearest: Array.from({ length: 60 }, (_, i) => ({ personId: `p${i}`, score: 0.2 })),
      people: 200,
    };
    const cohort = cohortOf(same, nobody);
    if (!cohort) throw new Error('There is no cohort.');
    expect(rarityOf(0.2, cohort, null)).toBeLessThan(rarityOf(0.25, cohort, null));
    expect(Number.isFinite(rarityOf(0.9, cohort, null))).toBe(true);
  });
});

describe('a cohort', () => {
  it('needs a hundred people besides those in question', () => {
    expect(cohortOf(neighbours(COHORT_PEOPLE, 0, 0.1), nobody)).not.toBeNull();
    expect(cohortOf(neighbours(COHORT_PEOPLE - 1, 0, 0.1), nobody)).toBeNull();
    expect(cohortOf(neighbours(COHORT_PEOPLE, 0, 0.1), (id) => id === 'p0')).toBeNull();
    expect(cohortOf({ nearest: [], people: 0 }, nobody)).toBeNull();
  });

  it('does not change with the person in question, however near they are', () => {
    const others = neighbours(300, 0.1, 0.09);
    const withOwn = (score: number) => ({
      nearest: [{ personId: 'me', score }, ...others.nearest].slice(0, NEIGHBOURS),
      people: 301,
    });
    const isMe = (id: string) => id === 'me';
    expect(cohortOf(withOwn(0.9), isMe)).toEqual(cohortOf(others, nobody));
    expect(cohortOf(withOwn(0.9), nobody)).not.toEqual(cohortOf(others, nobody));
  });
});
