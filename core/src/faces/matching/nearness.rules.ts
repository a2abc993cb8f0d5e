import type { RecogniserProfile } from '../face.ports.ts';
import type { AgeBand } from '../face.types.ts';
import type { Neighbours } from '../gallery.ports.ts';
import { cohortOf, rarityOf } from './cohort.rules.ts';

/** Two people an administrator declared twins or look-alikes; order does not matter. */
export type LookAlikePair = readonly [string, string];

/** What all comparisons of one institution have in common. */
export interface Comparison {
  readonly profile: RecogniserProfile;
  /** Whose faces it compares, as the institution says. */
  readonly ages: AgeBand;
  readonly lookAlikes: readonly LookAlikePair[];
}

/** Look-alikes need a higher score. */
const LOOK_ALIKE_EXTRA_SCORE = 0.06;

/**
 * How rare the score of a claim must be among other people. `npm run bench:fairness` measures what passes: of two
 * people of one sex about one pair in ten thousand, at every age from 5.
 */
export const VERIFY_RARITY = 4.65;
/** The same for a search among a class, in which a stranger is to be named in one of a thousand searches at most. */
const IDENTIFY_RARITY = 4.65;
const RARITY_PER_DECADE = 0.5;
/** Fewer candidates than in a class make nothing easier. */
const LEAST_CANDIDATES = 25;

export function areLookAlikes(pairs: readonly LookAlikePair[], one: string, other: string): boolean {
  return pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
}

export const hasLookAlike = (pairs: readonly LookAlikePair[], personId: string): boolean =>
  pairs.some((pair) => pair.includes(personId));

const decadesAbove = (least: number, candidates: number): number =>
  Math.log10(Math.max(candidates, least) / least);

/** The rarity a search among so many candidates asks for. */
export const identifyRarity = (candidates: number): number =>
  IDENTIFY_RARITY + RARITY_PER_DECADE * decadesAbove(LEAST_CANDIDATES, candidates);

/** The score a claim needs where too few people are enrolled for a cohort. */
export function claimThreshold(profile: RecogniserProfile, ages: AgeBand): number {
  switch (ages) {
    case 'adults':
      return profile.verifyThreshold;
    case 'from_12':
      return profile.verifyThresholdFrom12;
    case 'under_12':
      return profile.verifyThresholdUnder12;
  }
}

/**
 * The same for a search: one false match in 10,000 comparisons is one named stranger in 1,000 searches among ten
 * people; ten times as many need one decade more, which is what lies between the profile's two thresholds.
 */
export function searchThreshold(profile: RecogniserProfile, ages: AgeBand, candidates: number): number {
  const perDecade = profile.identifyThreshold - profile.verifyThreshold;
  return claimThreshold(profile, ages) + perDecade * decadesAbove(10, candidates);
}

const cohortWithout = (personId: string, neighbours: Neighbours, { lookAlikes }: Comparison) =>
  cohortOf(neighbours, (other) => other === personId || areLookAlikes(lookAlikes, personId, other));

interface Claim {
  readonly personId: string;
  /** Cosine with this person's template. */
  readonly score: number;
  /** What the picture is near to, in the whole gallery. */
  readonly neighbours: Neighbours;
}

/** Whether a face is near enough to the person it is claimed to be. */
export function isNearEnough(claim: Claim, comparison: Comparison): boolean {
  const { personId, score, neighbours } = claim;
  const { profile, ages, lookAlikes } = comparison;
  const extra = hasLookAlike(lookAlikes, personId) ? LOOK_ALIKE_EXTRA_SCORE : 0;
  const cohort = cohortWithout(personId, neighbours, comparison);
  // Comparisons with NaN are false, which refuses.
  return cohort
    ? score >= profile.agreeThreshold + extra && rarityOf(score, cohort, profile.usualSpread) >= VERIFY_RARITY
    : score >= claimThreshold(profile, ages) + extra;
}

/** Whether a face is near enough to be named as this one of several candidates. */
export function isNearEnoughToName(claim: Claim, candidates: number, comparison: Comparison): boolean {
  const { personId, score, neighbours } = claim;
  const { profile, ages, lookAlikes } = comparison;
  const extra = hasLookAlike(lookAlikes, personId) ? LOOK_ALIKE_EXTRA_SCORE : 0;
  const cohort = cohortWithout(personId, neighbours, comparison);
  return cohort
    ? score >= profile.agreeThreshold + profile.identifyMargin + extra &&
        rarityOf(score, cohort, profile.usualSpread) >= identifyRarity(candidates)
    : score >= searchThreshold(profile, ages, candidates) + extra;
}
