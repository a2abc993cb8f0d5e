import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GalleryMatch } from '../gallery.ports.ts';
import { TEST_PROFILE as profile } from '../observation.fixture.ts';
import { assignOneToOne, decideGroup } from './assignment.rules.ts';

const MIN_SCORE = 0.5;

/** The best total, by trying every assignment. */
function bestTotal(scores: readonly (readonly number[])[], row = 0, used: readonly number[] = []): number {
  const line = scores[row];
  if (line === undefined) return 0;
  const unassigned = bestTotal(scores, row + 1, used);
  const options = line.map((score, column) =>
    score < MIN_SCORE || used.includes(column)
      ? 0
      : score - MIN_SCORE + bestTotal(scores, row + 1, [...used, column]),
  );
  return Math.max(unassigned, ...options);
}

const matrix = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 5 }))
  .chain(([rows, columns]) =>
    fc.array(
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: columns, maxLength: columns }),
      { minLength: rows, maxLength: rows },
    ),
  );

describe('one-to-one assignment', () => {
  it('finds the highest total of all possible assignments', () => {
    fc.assert(
      fc.property(matrix, (scores) => {
        const chosen = assignOneToOne(scores, MIN_SCORE);
        const total = chosen.reduce<number>(
          (sum, column, row) => sum + (column === null ? 0 : (scores[row]?.[column] ?? 0) - MIN_SCORE),
          0,
        );
        expect(total).toBeCloseTo(bestTotal(scores), 6);
      }),
      { numRuns: 1000 },
    );
  });

  it('assigns no column twice and no score below the minimum', () => {
    fc.assert(
      fc.property(matrix, (scores) => {
        const chosen = assignOneToOne(scores, MIN_SCORE);
        const assigned = chosen.filter((column) => column !== null);
        expect(new Set(assigned).size).toBe(assigned.length);
        chosen.forEach((column, row) => {
          if (column !== null) expect(scores[row]?.[column]).toBeGreaterThanOrEqual(MIN_SCORE);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('gives a row its second choice when that raises the total', () => {
    expect(
      assignOneToOne(
        [
          [0.9, 0.8],
          [0.85, 0.3],
        ],
        MIN_SCORE,
      ),
    ).toEqual([1, 0]);
  });

  it('assigns 60 faces to 400 people', () => {
    const scores = Array.from({ length: 60 }, (_, row) =>
      Array.from({ length: 400 }, (_, column) => (column === row * 5 ? 0.9 : 0.1)),
    );
    expect(assignOneToOne(scores, MIN_SCORE)).toEqual(Array.from({ length: 60 }, (_, row) => row * 5));
  });
});

describe('identification in a group photo', () => {
  const near = (personId: string, score: number): GalleryMatch => ({ personId, score });
  const group = (...faces: GalleryMatch[][]) =>
    decideGroup(
      faces.map((matches) => ({ matches, neighbours: { nearest: matches, people: 2 }, candidates: 2 })),
      { profile, ages: 'adults', lookAlikes: [] },
    );

  it('names each person once', () => {
    const outcomes = group([near('a', 0.8), near('b', 0.2)], [near('a', 0.75), near('b', 0.3)]);
    expect(outcomes[0]).toMatchObject({ kind: 'accepted', personId: 'a' });
    expect(outcomes[1]?.kind).not.toBe('accepted');
  });

  it('names everybody known and leaves a stranger unknown', () => {
    const outcomes = group(
      [near('a', 0.8), near('b', 0.1)],
      [near('b', 0.7), near('a', 0.2)],
      [near('a', 0.3), near('b', 0.25)],
    );
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['accepted', 'accepted', 'unknown']);
  });

  it('is ambiguous when a face is nearer to a person already assigned to another face', () => {
    const outcomes = group([near('a', 0.9), near('b', 0.3)], [near('a', 0.8), near('b', 0.55)]);
    expect(outcomes[1]).toEqual({ kind: 'ambiguous', candidates: ['a', 'b'] });
  });
});
