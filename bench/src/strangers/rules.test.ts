import type { Search } from '@rollcall/core/faces/matching/match.rules';
import type { Comparison } from '@rollcall/core/faces/matching/nearness.rules';
import { SFACE_MANIFEST } from '@rollcall/face/models/recogniser.manifest';
import { expect, it } from 'vitest';
import { RULES } from './rules.ts';

const { thresholds, usualSpread } = SFACE_MANIFEST;
const comparison = {
  profile: { modelId: 'm', usualSpread, ...thresholds },
  ages: 'adults',
  lookAlikes: [],
} as unknown as Comparison; // what the rules read of it
const among = (candidates: number, ...scores: number[]): Search => {
  const matches = scores.map((score, at) => ({ personId: `p${at}`, score }));
  return { matches, neighbours: { nearest: matches, people: scores.length }, candidates };
};
const { identifyThreshold, identifyMargin } = thresholds;

it('names by one score and the margin, however many people there are', () => {
  const near = identifyThreshold + 0.001;
  const far = near - identifyMargin - 0.001;
  for (const candidates of [10, 100_000]) {
    expect(RULES.fixed(among(candidates, near, far), comparison)).toEqual({ kind: 'named', personId: 'p0' });
    expect(RULES.fixed(among(candidates, near, near), comparison).kind).toBe('pin');
    expect(RULES.fixed(among(candidates, identifyThreshold - 0.001), comparison).kind).toBe('unknown');
  }
  expect(RULES.fixed(among(10), comparison).kind).toBe('unknown');
});

it('tells the rule of a kiosk from the same rule at any size', () => {
  const search = among(5000, 0.99);
  expect(RULES.one_in_1000(search, comparison).kind).toBe('two_digits');
  expect(RULES.at_any_size(search, comparison).kind).toBe('named');
});
