import type { GalleryMatch, Neighbours } from '../gallery.ports.ts';

/** The nearest people who count as the cohort of a picture. */
export const COHORT_SIZE = 50;
/** With fewer people to compare with, the nearest fifty would be nearly everybody, and say little about the nearest. */
export const COHORT_PEOPLE = 100;
/** No cohort is tighter than this: the scores of a picture of noise may all be equal. */
const LEAST_SPREAD = 0.01;

/** What is usual for one picture: how near it comes to people whom it does not show. */
export interface Cohort {
  /** Mean and standard deviation of the scores of the nearest people. */
  readonly mean: number;
  readonly spread: number;
  /** The share of all people compared with that they are. */
  readonly share: number;
}

/** What a picture is near to besides one person's own face. */
export function withoutPerson(personId: string, { nearest, people }: Neighbours): Neighbours {
  const others = nearest.filter((match) => match.personId !== personId);
  return { nearest: others, people: people - (nearest.length - others.length) };
}

/** The cohort of a picture without the people in question; null where too few people are enrolled. */
export function cohortOf(
  { nearest, people }: Neighbours,
  isLeftOut: (personId: string) => boolean,
): Cohort | null {
  const others = nearest.filter(({ personId }) => !isLeftOut(personId));
  const compared = people - (nearest.length - others.length);
  const scores = others.slice(0, COHORT_SIZE).map(({ score }: GalleryMatch) => score);
  if (compared < COHORT_PEOPLE || scores.length < COHORT_SIZE) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  return {
    mean,
    spread: Math.max(Math.sqrt(squares / scores.length), LEAST_SPREAD),
    share: scores.length / compared,
  };
}

const density = (at: number): number => Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI);

/** Share of a normal distribution above a point (Abramowitz and Stegun 26.2.17, exact to 7.5e-8). */
function shareAbove(at: number): number {
  if (at < 0) return 1 - shareAbove(-at);
  const t = 1 / (1 + 0.2316419 * at);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  return density(at) * terms.reduceRight((sum, term) => t * (term + sum), 0);
}

/** The point above which a share of a normal distribution lies. */
export function pointOf(share: number): number {
  let [low, high] = [-8, 8];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (shareAbove(middle) > share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** How much of the variance is taken from what is usual for the model: fifty scores say little about their spread. */
const USUAL_SHARE = 0.8;

/**
 * How rare a score is among people whom the picture does not show, in standard deviations above their mean: 4 is as rare
 * for a child as for an adult, although children score higher with one another. The mean and spread of everybody are
 * worked out from those of the nearest, who are the upper end of a normal distribution, and who resemble the picture
 * in age and in everything else that makes faces alike. Measured with `npm run bench:fairness`.
 */
export function rarityOf(score: number, { mean, spread, share }: Cohort, usualSpread: number | null): number {
  const from = pointOf(share);
  // Mean and standard deviation of a standard normal distribution above `from`.
  const upperMean = density(from) / share;
  const upperSpread = Math.sqrt(1 + from * upperMean - upperMean ** 2);
  const ownVariance = (spread / upperSpread) ** 2;
  const variance =
    usualSpread === null ? ownVariance : (1 - USUAL_SHARE) * ownVariance + USUAL_SHARE * usualSpread ** 2;
  return upperMean + (score - mean) / Math.sqrt(variance);
}
