import type { AgeBand } from '../face.types.ts';
import type { TemplateHistory } from './installation.ports.ts';
import type { ChoiceResult, MeasuredShare, RenewalReason } from './installation.types.ts';

/** Scores are counted in twentieths. */
const BINS = 20;
const Z = 1.959964;

/** A share with its interval (Wilson, which holds near 0 and with few trials). */
export function measured(hits: number, trials: number): MeasuredShare {
  if (trials === 0) return { hits, trials, low: 0, high: 1 };
  const share = hits / trials;
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2));
  const scale = 1 / (1 + Z ** 2 / trials);
  const middle = share + Z ** 2 / (2 * trials);
  return {
    hits,
    trials,
    low: hits === 0 ? 0 : scale * (middle - spread),
    high: hits === trials ? 1 : scale * (middle + spread),
  };
}

/** Counts scores by twentieths; what is below 0 counts as 0. */
export function countScores(scores: readonly number[], counts?: readonly number[]): number[] {
  const bins = Array.from({ length: BINS }, () => 0);
  for (const [at, score] of scores.entries()) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor(score * BINS)));
    bins[bin] = (bins[bin] ?? 0) + (counts?.[at] ?? 1);
  }
  return bins;
}

/** At most one stranger in so many searches is to be named. */
const SEARCHES = 1000;
/** With no wrong name among so many people, the interval ends below one in SEARCHES. */
const ENOUGH_PEOPLE = Math.ceil(Z ** 2 * (SEARCHES - 1));
/** So many check-ins tell their share to one percent. */
const ENOUGH_CHECK_INS = 2000;

interface Proposal {
  readonly proposed: AgeBand | null;
  readonly missing: { readonly people: number; readonly checkIns: number };
}

/**
 * Another choice, where the present one certainly names more strangers than it should and another names fewer; of
 * several the one that refuses the fewest check-ins.
 */
export function propose(choices: readonly ChoiceResult[], current: AgeBand): Proposal {
  const present = choices.find(({ ages }) => ages === current);
  if (!present) return { proposed: null, missing: { people: ENOUGH_PEOPLE, checkIns: ENOUGH_CHECK_INS } };
  const { wrongNames, kept } = present;
  const isDecided = wrongNames.low > 1 / SEARCHES || wrongNames.high <= 1 / SEARCHES;
  const missing = {
    people: isDecided ? 0 : Math.max(1, ENOUGH_PEOPLE - wrongNames.trials),
    checkIns: Math.max(0, ENOUGH_CHECK_INS - kept.trials),
  };
  if (wrongNames.low <= 1 / SEARCHES || missing.checkIns > 0) return { proposed: null, missing };
  const [better] = choices
    .filter((each) => each.wrongNames.hits < wrongNames.hits)
    .sort((a, b) => a.wrongNames.hits - b.wrongNames.hits || b.kept.hits - a.kept.hits);
  return { proposed: better?.ages ?? null, missing };
}

const MONTH_MS = 30.44 * 86_400_000;

/** Months after which a face is photographed again: children change within a school year. */
const RENEWAL_MONTHS: Readonly<Record<AgeBand, number>> = { adults: 48, from_12: 12, under_12: 6 };
/** Photos below this make face data that misses more often. */
const WEAK_QUALITY = 0.4;
/** How far accepted scores fell since the first ones before new photos are worth the trouble. */
const DRIFT = 0.1;
/** Check-ins since the photos were taken: both means stand for five. */
const ENOUGH_SCORES = 10;

export const monthsSince = (then: Date, now: Date): number => (now.getTime() - then.getTime()) / MONTH_MS;

/** Why somebody should be photographed again; null where there is no reason. */
export function renewalReason(history: TemplateHistory, ages: AgeBand, now: Date): RenewalReason | null {
  const { first, latest, scores, quality, newest } = history;
  if (first !== null && latest !== null && scores >= ENOUGH_SCORES && first - latest >= DRIFT)
    return 'drifting';
  if (quality < WEAK_QUALITY) return 'weak';
  return monthsSince(newest, now) >= RENEWAL_MONTHS[ages] ? 'old' : null;
}
