import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GalleryMatch } from './face.ports.ts';
import { cosine, decideIdentification, decideVerification, meanEmbedding, normalise } from './match.rules.ts';
import { TEST_PROFILE as profile } from './observation.fixture.ts';

const near = (personId: string, score: number): GalleryMatch => ({ personId, score });
const identify = (...matches: GalleryMatch[]) => decideIdentification({ profile, matches, lookAlikes: [] });

describe('identification', () => {
  it('names the best person only above the threshold and ahead of the second', () => {
    expect(identify(near('a', 0.7), near('b', 0.4))).toEqual({ kind: 'accepted', personId: 'a', score: 0.7 });
    expect(identify(near('a', 0.49))).toEqual({ kind: 'unknown' });
    expect(identify()).toEqual({ kind: 'unknown' });
    expect(identify(near('a', 0.7), near('b', 0.65))).toEqual({ kind: 'ambiguous', candidates: ['a', 'b'] });
  });

  it('never names anybody below the threshold or within the margin, whatever the scores', () => {
    const scores = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 6 });
    fc.assert(
      fc.property(scores, (list) => {
        const outcome = identify(...list.map((score, i) => near(`p${i}`, score)));
        if (outcome.kind !== 'accepted') return;
        expect(outcome.score).toBeGreaterThanOrEqual(profile.identifyThreshold);
        const second = list.toSorted((a, b) => b - a)[1] ?? -1;
        expect(outcome.score - second).toBeGreaterThanOrEqual(profile.identifyMargin);
      }),
      { numRuns: 1000 },
    );
  });

  it('treats a NaN score as unknown', () => {
    expect(identify(near('a', Number.NaN))).toEqual({ kind: 'unknown' });
  });

  it('is stricter between people recorded as look-alikes', () => {
    const matches = [near('a', 0.7), near('twin', 0.58)];
    expect(decideIdentification({ profile, matches, lookAlikes: [] }).kind).toBe('accepted');
    expect(decideIdentification({ profile, matches, lookAlikes: [['twin', 'a']] }).kind).toBe('ambiguous');
    const faint = [near('a', 0.52)];
    expect(decideIdentification({ profile, matches: faint, lookAlikes: [] }).kind).toBe('accepted');
    expect(decideIdentification({ profile, matches: faint, lookAlikes: [['a', 'twin']] }).kind).toBe(
      'unknown',
    );
  });
});

describe('verification of a signed-in person', () => {
  const verify = (ownScore: number | null, others: GalleryMatch[], lookAlikes: [string, string][] = []) =>
    decideVerification({ profile, personId: 'me', ownScore, others, lookAlikes });

  it('accepts a face near their own template when other people score lower', () => {
    expect(verify(0.6, [near('b', 0.3)])).toBe('accepted');
  });

  it('refuses a face that is not near enough, or a person who has no template', () => {
    expect(verify(0.43, [])).toBe('not_you');
    expect(verify(null, [])).toBe('not_you');
    expect(verify(Number.NaN, [])).not.toBe('accepted');
  });

  it('refuses a face that scores higher for somebody else', () => {
    expect(verify(0.5, [near('colleague', 0.8)])).toBe('not_you');
  });

  it('ignores the person themselves among the others', () => {
    expect(verify(0.6, [near('me', 0.9)])).toBe('accepted');
  });

  it('needs a higher score and margin with a recorded look-alike', () => {
    expect(verify(0.6, [near('twin', 0.5)], [['me', 'twin']])).toBe('ambiguous');
    expect(verify(0.48, [], [['me', 'twin']])).toBe('not_you');
    expect(verify(0.8, [near('twin', 0.5)], [['me', 'twin']])).toBe('accepted');
  });
});

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

  it('of length zero stay zero instead of becoming NaN', () => {
    expect([...normalise([0, 0, 0])]).toEqual([0, 0, 0]);
  });

  it('of different sizes are never compared or averaged', () => {
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
