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
 * How rare the score of a claim must be among other people, by whose faces the institution compares. The scores of adults
 * reach farther above what is usual than those of children, so they need more for the same error rate: `npm run
 * bench:fairness` measures what passes, of two people of one sex two to four pairs in a hundred thousand at every age from 5.
 */
const CLAIM_RARITY: Readonly<Record<AgeBand, number>> = { adults: 4.7, from_12: 4.5, under_12: 4.25 };
/** What a search among a class needs beyond that: a stranger is to be named in one of a thousand searches at most. */
const SEARCH_EXTRA = 0.1;
const RARITY_PER_DECADE = 0.65;
/** Fewer candidates than in a class make nothing easier. */
const LEAST_CANDIDATES = 25;

export function areLookAlikes(pairs: readonly LookAlikePair[], one: string, other: string): boolean {
  return pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
}

const hasLookAlike = (pairs: readonly LookAlikePair[], personId: string): boolean =>
  pairs.some((pair) => pair.includes(personId));

const decadesAbove = (least: number, candidates: number): number =>
  Math.log10(Math.max(candidates, least) / least);

/** The rarity a search among so many candidates asks for. */
const searchRarity = (ages: AgeBand, candidates: number): number =>
  CLAIM_RARITY[ages] + SEARCH_EXTRA + RARITY_PER_DECADE * decadesAbove(LEAST_CANDIDATES, candidates);

/** The score a claim needs where too few people are enrolled for a cohort. */
function claimThreshold(profile: RecogniserProfile, ages: AgeBand): number {
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
function searchThreshold(profile: RecogniserProfile, ages: AgeBand, candidates: number): number {
  const perDecade = profile.identifyThreshold - profile.verifyThreshold;
  return claimThreshold(profile, ages) + perDecade * decadesAbove(10, candidates);
}

interface Claim {
  readonly personId: string;
  /** Cosine with this person's template. */
  readonly score: number;
  /** What the picture is near to, in the whole gallery. */
  readonly neighbours: Neighbours;
}

/** What a face needs: a rarity where there is a cohort, a score where too few people are enrolled. */
interface Need {
  readonly rarity: number;
  readonly threshold: number;
}

/** How near a face is to the person it is compared with, and how near it has to be. */
export interface Nearness {
  /** `rarity`: standard deviations above what is usual for the picture. `score`: the cosine, where too few are enrolled. */
  readonly measure: 'rarity' | 'score';
  readonly needed: number;
  readonly reached: number;
  readonly isEnough: boolean;
}

function measure({ personId, score, neighbours }: Claim, need: Need, comparison: Comparison): Nearness {
  const { profile, lookAlikes } = comparison;
  const extra = hasLookAlike(lookAlikes, personId) ? LOOK_ALIKE_EXTRA_SCORE : 0;
  const isLeftOut = (other: string) => other === personId || areLookAlikes(lookAlikes, personId, other);
  const cohort = cohortOf(neighbours, isLeftOut);
  // Comparisons with NaN are false, which refuses.
  if (!cohort) {
    const needed = need.threshold + extra;
    return { measure: 'score', needed, reached: score, isEnough: score >= needed };
  }
  const reached = rarityOf(score, cohort, profile.usualSpread);
  const isEnough = score >= profile.agreeThreshold + extra && reached >= need.rarity;
  return { measure: 'rarity', needed: need.rarity, reached, isEnough };
}

/** Whether a face is near enough to the person it is claimed to be. */
export function isNearEnough(claim: Claim, comparison: Comparison): boolean {
  const { profile, ages } = comparison;
  const need = { rarity: CLAIM_RARITY[ages], threshold: claimThreshold(profile, ages) };
  return measure(claim, need, comparison).isEnough;
}

/** How near a face is to one of several candidates: the more there are, the nearer it has to be. */
export function nearnessAmong(claim: Claim, candidates: number, comparison: Comparison): Nearness {
  const { profile, ages } = comparison;
  const need = {
    rarity: searchRarity(ages, candidates),
    threshold: searchThreshold(profile, ages, candidates),
  };
  return measure(claim, need, comparison);
}
