import { describe, expect, it } from 'vitest';
import type { GalleryMatch } from '../gallery.ports.ts';
import { TEST_PROFILE as profile } from '../observation.fixture.ts';
import { decideNaming, type Naming, PROMISED_CANDIDATES, type StrangersIn } from './naming.rules.ts';

const near = (personId: string, score: number): GalleryMatch => ({ personId, score });

/** Too few people for a cohort, so that the scores decide; `candidates` says among how many it is searched. */
function decide(
  matches: readonly GalleryMatch[],
  candidates: number,
  {
    lookAlikes = [],
    strangersIn = 1000,
  }: { lookAlikes?: [string, string][]; strangersIn?: StrangersIn } = {},
): Naming {
  const neighbours = { nearest: matches, people: matches.length };
  return decideNaming(
    { matches, neighbours, candidates },
    { profile, ages: 'adults', lookAlikes },
    strangersIn,
  );
}
const idsOf = (naming: Naming): readonly string[] => ('candidates' in naming ? naming.candidates : []);

describe('naming whoever stands in front of a kiosk', () => {
  it('names who is near enough for so many people, and says by which numbers', () => {
    const naming = decide([near('b', 0.2), near('a', 0.9)], 100);
    expect(naming).toMatchObject({ kind: 'named', personId: 'a' });
    expect(naming.reasons).toMatchObject({ candidates: 100, measure: 'score', reached: 0.9, score: 0.9 });
    expect(naming.reasons?.margin).toBeCloseTo(0.7);
    expect(naming.reasons?.needed).toBeGreaterThan(profile.verifyThreshold);
  });

  it('knows nobody among nobody, and no stranger', () => {
    expect(decide([], 0)).toEqual({ kind: 'unknown', reasons: null });
    const stranger = decide([near('a', 0.2)], 100);
    expect(stranger.kind).toBe('unknown');
    expect(stranger.reasons?.reached).toBe(0.2);
    expect(decide([near('a', Number.NaN)], 100).kind).toBe('unknown');
  });

  it('asks for two digits where a face is near enough for a hundredth of the people only', () => {
    const kinds = [10, 100, 1000].map((candidates) => decide([near('a', 0.5)], candidates).kind);
    expect(kinds).toEqual(['named', 'named', 'two_digits']);
    expect(decide([near('a', 0.3)], 1000).kind).toBe('unknown');
  });

  it('asks for two digits among more people than were measured, however near the face is', () => {
    expect(decide([near('a', 0.99)], PROMISED_CANDIDATES).kind).toBe('named');
    expect(decide([near('a', 0.99)], PROMISED_CANDIDATES + 1).kind).toBe('two_digits');
  });

  it('counts ten times as many people where strangers are to be named ten times less often', () => {
    const stricter = { strangersIn: 10_000 } as const;
    expect(decide([near('a', 0.99)], 100, stricter).kind).toBe('named');
    expect(decide([near('a', 0.99)], 101, stricter).kind).toBe('two_digits');
  });

  it('offers everybody who is near enough for two digits, and nobody else', () => {
    const naming = decide([near('a', 0.95), near('c', 0.2), near('b', 0.6)], 5000);
    expect(naming.kind).toBe('two_digits');
    expect(idsOf(naming)).toEqual(['a', 'b']);
  });

  it('asks declared look-alikes for the whole PIN, also the one who is far behind', () => {
    const naming = decide([near('a', 0.95), near('b', 0.3)], 10, { lookAlikes: [['b', 'a']] });
    expect(naming.kind).toBe('pin');
    expect(idsOf(naming)).toEqual(['a', 'b']);
  });

  it('asks people whose scores are too close for the whole PIN', () => {
    const naming = decide([near('a', 0.8), near('b', 0.78), near('c', 0.1)], 10);
    expect(naming.kind).toBe('pin');
    expect(idsOf(naming)).toEqual(['a', 'b']);
  });

  it('asks nobody who is near to no one for a PIN', () => {
    expect(decide([near('a', 0.2), near('b', 0.19)], 10, { lookAlikes: [['a', 'b']] }).kind).toBe('unknown');
  });
});
