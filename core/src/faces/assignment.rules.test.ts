import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignOneToOne } from './assignment.rules.ts';

const AT_LEAST = 0.5;

/** Every possible assignment, tried out. */
function bestTotal(scores: readonly (readonly number[])[], row = 0, used: readonly number[] = []): number {
  const line = scores[row];
  if (line === undefined) return 0;
  const alone = bestTotal(scores, row + 1, used);
  const options = line.map((score, column) =>
    score < AT_LEAST || used.includes(column)
      ? 0
      : score - AT_LEAST + bestTotal(scores, row + 1, [...used, column]),
  );
  return Math.max(alone, ...options);
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
  it('is as good as the best of all possible assignments', () => {
    fc.assert(
      fc.property(matrix, (scores) => {
        const chosen = assignOneToOne(scores, AT_LEAST);
        const total = chosen.reduce<number>(
          (sum, column, row) => sum + (column === null ? 0 : (scores[row]?.[column] ?? 0) - AT_LEAST),
          0,
        );
        expect(total).toBeCloseTo(bestTotal(scores), 6);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives nobody to two faces, and nobody below the threshold', () => {
    fc.assert(
      fc.property(matrix, (scores) => {
        const chosen = assignOneToOne(scores, AT_LEAST);
        const taken = chosen.filter((column) => column !== null);
        expect(new Set(taken).size).toBe(taken.length);
        chosen.forEach((column, row) => {
          if (column !== null) expect(scores[row]?.[column]).toBeGreaterThanOrEqual(AT_LEAST);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('lets the nearer face have a person, and the other its second choice', () => {
    expect(
      assignOneToOne(
        [
          [0.9, 0.8],
          [0.85, 0.3],
        ],
        AT_LEAST,
      ),
    ).toEqual([1, 0]);
  });

  it('assigns a whole school in one go', () => {
    const scores = Array.from({ length: 60 }, (_, row) =>
      Array.from({ length: 400 }, (_, column) => (column === row * 5 ? 0.9 : 0.1)),
    );
    expect(assignOneToOne(scores, AT_LEAST)).toEqual(Array.from({ length: 60 }, (_, row) => row * 5));
  });
});
