import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GalleryMatch } from './face.ports.ts';
import { decideGroup } from './group.rules.ts';
import { decideIdentification, decideVerification } from './match.rules.ts';
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

  it('takes a score that is not a number for a stranger', () => {
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

  it('accepts a face near their own template, with strangers further away', () => {
    expect(verify(0.6, [near('b', 0.3)])).toBe('accepted');
  });

  it('refuses a face that is not near enough, or a person who has no template', () => {
    expect(verify(0.43, [])).toBe('not_you');
    expect(verify(null, [])).toBe('not_you');
    expect(verify(Number.NaN, [])).not.toBe('accepted');
  });

  it('refuses a face that is nearer to a colleague', () => {
    expect(verify(0.5, [near('colleague', 0.8)])).toBe('not_you');
  });

  it('does not count the person against themselves', () => {
    expect(verify(0.6, [near('me', 0.9)])).toBe('accepted');
  });

  it('asks more of a recorded twin', () => {
    expect(verify(0.6, [near('twin', 0.5)], [['me', 'twin']])).toBe('ambiguous');
    expect(verify(0.48, [], [['me', 'twin']])).toBe('not_you');
    expect(verify(0.8, [near('twin', 0.5)], [['me', 'twin']])).toBe('accepted');
  });
});

describe('a group picture', () => {
  const group = (...faces: GalleryMatch[][]) => decideGroup({ profile, faces, lookAlikes: [] });

  it('names each person once', () => {
    const outcomes = group([near('a', 0.8), near('b', 0.2)], [near('a', 0.75), near('b', 0.3)]);
    expect(outcomes[0]).toMatchObject({ kind: 'accepted', personId: 'a' });
    expect(outcomes[1]?.kind).not.toBe('accepted');
  });

  it('names all of them, and leaves the stranger unnamed', () => {
    const outcomes = group(
      [near('a', 0.8), near('b', 0.1)],
      [near('b', 0.7), near('a', 0.2)],
      [near('a', 0.3), near('b', 0.25)],
    );
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['accepted', 'accepted', 'unknown']);
  });

  it('does not hand the second likeness of one person to the next best', () => {
    const outcomes = group([near('a', 0.9), near('b', 0.3)], [near('a', 0.8), near('b', 0.55)]);
    expect(outcomes[1]).toEqual({ kind: 'ambiguous', candidates: ['a', 'b'] });
  });
});
