import type { EnrolledTrial, ProbeResult } from './accuracy-enrolled.ts';
import { type Share, share } from './accuracy-statistics.ts';

const isFirst = (probe: ProbeResult): boolean => probe.ranking[0]?.person === probe.enrolledAs;
const topScore = (probe: ProbeResult): number => probe.ranking[0]?.score ?? -1;
const lead = (probe: ProbeResult): number => topScore(probe) - (probe.ranking[1]?.score ?? -1);

export interface IdentificationResult {
  readonly rank1: Share;
  /** Strangers searched. */
  readonly strangers: number;
  /** Threshold that one stranger in a hundred exceeds, and how many enrolled people it then misses. */
  readonly atOneInHundred: { readonly threshold: number; readonly fnir: Share };
}

export function identification(trial: EnrolledTrial): IdentificationResult {
  const mated = trial.probes.filter((probe) => probe.enrolledAs !== null);
  const strangers = trial.probes.filter((probe) => probe.enrolledAs === null && probe.ranking.length > 0);
  const tops = Float32Array.from(strangers, topScore).sort();
  const threshold = tops[tops.length - 1 - Math.floor(tops.length * 0.01)] ?? 1;
  const missed = mated.filter((probe) => !isFirst(probe) || topScore(probe) <= threshold).length;
  return {
    rank1: share(mated.filter(isFirst).length, mated.length),
    strangers: strangers.length,
    atOneInHundred: { threshold, fnir: share(missed, mated.length) },
  };
}

/** What the product's own rule does: threshold and margin together. */
export function ruleResult(trial: EnrolledTrial, threshold: number, margin: number) {
  const accepted = (probe: ProbeResult) => topScore(probe) >= threshold && lead(probe) >= margin;
  const mated = trial.probes.filter((probe) => probe.enrolledAs !== null);
  const strangers = trial.probes.filter((probe) => probe.enrolledAs === null && probe.ranking.length > 0);
  return {
    /** A stranger named as somebody. */
    fpir: share(strangers.filter(accepted).length, strangers.length),
    /** An enrolled person not named. */
    fnir: share(mated.filter((probe) => !(accepted(probe) && isFirst(probe))).length, mated.length),
    /** An enrolled person named as somebody else. */
    misnamed: share(mated.filter((probe) => accepted(probe) && !isFirst(probe)).length, mated.length),
  };
}

/** The lead that 199 of 200 right first places have: asking for it costs next to nobody. */
export function usualLead(trial: EnrolledTrial): number {
  const leads = trial.probes
    .filter((probe) => probe.enrolledAs !== null && isFirst(probe))
    .map(lead)
    .sort((a, b) => a - b);
  return leads[Math.floor(leads.length / 200)] ?? 0;
}
