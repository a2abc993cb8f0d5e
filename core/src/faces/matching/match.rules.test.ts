import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGE_BANDS, type AgeBand } from '../face.types.ts';
import { type GalleryMatch, NEIGHBOURS, type Neighbours } from '../gallery.ports.ts';
import { TEST_PROFILE as profile } from '../observation.fixture.ts';
import { pointOf } from './cohort.rules.ts';
import { cosine, decideIdentification, decideVerification, meanEmbedding, normalise } from './match.rules.ts';
import { isNearEnough, nearnessAmong } from './nearness.rules.ts';

const near = (personId: string, score: number): GalleryMatch => ({ personId, score });
/** Too few people for a cohort. */
const few = (nearest: readonly GalleryMatch[]): Neighbours => ({ nearest, people: nearest.length });
const comparison = (lookAlikes: [string, string][] = [], ages: AgeBand = 'adults') => ({
  profile,
  ages,
  lookAlikes,
});
const identifyWith = (matches: GalleryMatch[], lookAlikes: [string, string][], candidates = 10) =>
  decideIdentification({ matches, neighbours: few(matches), candidates }, comparison(lookAlikes));
const identify = (...matches: GalleryMatch[]) => identifyWith(matches, []);

describe('identification', () => {
  it('names the best person only above the threshold and ahead of the second', () => {
    expect(identify(near('a', 0.7), near('b', 0.4))).toEqual({ kind: 'accepted', personId: 'a', score: 0.7 });
    expect(identify(near('a', 0.43))).toEqual({ kind: 'unknown' });
    expect(identify()).toEqual({ kind: 'unknown' });
    expect(identify(near('a', 0.7), near('b', 0.65))).toEqual({ kind: 'ambiguous', candidates: ['a', 'b'] });
  });

  it('never names anybody below the threshold or within the margin, whatever the scores', () => {
    const scores = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 6 });
    fc.assert(
      fc.property(scores, (list) => {
        const outcome = identify(...list.map((score, i) => near(`p${i}`, score)));
        if (outcome.kind !== 'accepted') return;
        expect(outcome.score).toBeGreaterThanOrEqual(profile.verifyThreshold);
        const second = list.toSorted((a, b) => b - a)[1] ?? -1;
        expect(outcome.score - second).toBeGreaterThanOrEqual(profile.identifyMargin);
      }),
      { numRuns: 1000 },
    );
  });

  it('asks for more, the more people are searched', () => {
    const outcomes = [10, 100, 1000].map(
      (candidates) => identifyWith([near('a', 0.53)], [], candidates).kind,
    );
    expect(outcomes).toEqual(['accepted', 'accepted', 'unknown']);
  });

  it('treats a NaN score as unknown', () => {
    expect(identify(near('a', Number.NaN))).toEqual({ kind: 'unknown' });
  });

  it('is stricter between people recorded as look-alikes', () => {
    const matches = [near('a', 0.7), near('twin', 0.58)];
    expect(identifyWith(matches, []).kind).toBe('accepted');
    expect(identifyWith(matches, [['twin', 'a']]).kind).toBe('ambiguous');
    const faint = [near('a', 0.48)];
    expect(identifyWith(faint, []).kind).toBe('accepted');
    expect(identifyWith(faint, [['a', 'twin']]).kind).toBe('unknown');
  });
});

describe('verification of a signed-in person', () => {
  const verify = (
    ownScore: number | null,
    others: GalleryMatch[],
    lookAlikes: [string, string][] = [],
    ages: AgeBand = 'adults',
  ) =>
    decideVerification({ personId: 'me', ownScore, neighbours: few(others) }, comparison(lookAlikes, ages));

  it('accepts a face near their own template when other people score lower', () => {
    expect(verify(0.6, [near('b', 0.3)])).toBe('accepted');
  });

  it('refuses a face that is not near enough, or a person who has no template', () => {
    expect(verify(0.43, [])).toBe('not_you');
    expect(verify(null, [])).toBe('not_you');
    expect(verify(Number.NaN, [])).not.toBe('accepted');
  });

  it('asks more of young people, who look more alike, while few are enrolled', () => {
    const at = (score: number) =>
      (['adults', 'from_12', 'under_12'] as const).filter(
        (ages) => verify(score, [], [], ages) === 'accepted',
      );
    expect(at(0.45)).toEqual(['adults']);
    expect(at(0.52)).toEqual(['adults', 'from_12']);
    expect(at(0.57)).toEqual(['adults', 'from_12', 'under_12']);
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

describe('a comparison in a gallery of many people', () => {
  /** People whose scores with the picture lie around a mean, as those of a group that resembles it do. */
  const crowd = (mean: number, spread: number, people = 400): Neighbours => ({
    nearest: Array.from({ length: NEIGHBOURS }, (_, i) =>
      near(`p${i}`, mean + spread * pointOf((i + 0.5) / people)),
    ),
    people,
  });
  const verify = (ownScore: number, neighbours: Neighbours, ages: AgeBand = 'adults') =>
    decideVerification({ personId: 'me', ownScore, neighbours }, comparison([], ages));

  it('refuses among people who look alike what it accepts among others', () => {
    const [adults, children] = [crowd(0.05, 0.09), crowd(0.2, 0.09)];
    expect(verify(0.5, adults)).toBe('accepted');
    expect(verify(0.5, children)).toBe('not_you');
    expect(verify(0.65, children)).toBe('accepted');
  });

  it('asks less of young people, who reach less far above what is usual for them', () => {
    const neighbours = crowd(0.2, 0.09);
    const passing = (score: number) =>
      AGE_BANDS.filter((ages) => verify(score, neighbours, ages) === 'accepted');
    expect(passing(0.57)).toEqual([]);
    expect(passing(0.59)).toEqual(['under_12']);
    expect(passing(0.615)).toEqual(['from_12', 'under_12']);
    expect(passing(0.63)).toEqual(['adults', 'from_12', 'under_12']);
  });

  it('never accepts a score at which two photos may be of two people', () => {
    expect(verify(0.35, crowd(-0.3, 0.05))).toBe('not_you');
    expect(verify(0.37, crowd(-0.3, 0.05))).toBe('accepted');
  });

  it('leaves the person and their look-alikes out of what is usual', () => {
    const plain = crowd(0.1, 0.07);
    const twins = Array.from({ length: 8 }, (_, i) => near(`twin${i}`, 0.5 - i / 1000));
    const neighbours = {
      nearest: [near('me', 0.52), ...twins, ...plain.nearest].slice(0, NEIGHBOURS),
      people: 409,
    };
    const lookAlikes = twins.map(({ personId }): [string, string] => ['me', personId]);
    const input = { personId: 'me', ownScore: 0.52, neighbours };
    expect(decideVerification(input, comparison())).toBe('not_you');
    // With the twins left out the score is rare again; what refuses now is the margin.
    expect(isNearEnough({ personId: 'me', score: 0.52, neighbours }, comparison(lookAlikes))).toBe(true);
  });

  it('names nobody in a large search at a rarity that is enough for a claim', () => {
    const neighbours = crowd(0.1, 0.09, 5000);
    const claim = { personId: 'me', score: 0.53, neighbours };
    expect(isNearEnough(claim, comparison())).toBe(true);
    expect(nearnessAmong(claim, 20, comparison()).isEnough).toBe(false);
    const clear = { ...claim, score: 0.61 };
    expect(nearnessAmong(clear, 20, comparison()).isEnough).toBe(true);
    expect(nearnessAmong(clear, 5000, comparison()).isEnough).toBe(false);
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
