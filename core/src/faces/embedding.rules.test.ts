import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, meanEmbedding, normalise } from './embedding.rules.ts';

const vector = fc
  .array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 4, maxLength: 4 })
  .filter((values) => Math.hypot(...values) > 1e-3);

describe('embeddings', () => {
  it('have length 1 after normalising, and cosine 1 with themselves', () => {
    fc.assert(
      fc.property(vector, (values) => {
        const unit = normalise(values);
        expect(Math.hypot(...unit)).toBeCloseTo(1, 5);
        expect(cosine(unit, unit)).toBeCloseTo(1, 5);
      }),
      { numRuns: 1000 },
    );
  });

  it('of nothing stay nothing instead of becoming not-a-number', () => {
    expect([...normalise([0, 0, 0])]).toEqual([0, 0, 0]);
  });

  it('of different models are never compared or averaged', () => {
    expect(() => cosine(new Float32Array(3), new Float32Array(4))).toThrow();
    expect(() => meanEmbedding([new Float32Array(3), new Float32Array(4)])).toThrow();
    expect(() => meanEmbedding([])).toThrow();
  });

  it('have a mean that is equally near to both', () => {
    const [one, other] = [normalise([1, 0, 0, 0]), normalise([0, 1, 0, 0])];
    const mean = meanEmbedding([one, other]);
    expect(cosine(mean, one)).toBeCloseTo(cosine(mean, other));
    expect(Math.hypot(...mean)).toBeCloseTo(1);
  });
});
