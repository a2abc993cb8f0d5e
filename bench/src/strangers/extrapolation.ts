import type { Comparison } from '@rollcall/core/faces/matching/nearness.rules';
import type { Rate } from './interval.ts';
import { type Crowd, type Draw, measureSize } from './measure.ts';
import { atAnySize } from './rules.ts';

/** The share of searches with a hit among so many times as many people, where each comparison is one more chance. */
export const amongTimes = (share: number, times: number): number => 1 - (1 - share) ** times;

export interface Extrapolated {
  readonly people: number;
  /** The gallery that was searched: this is no measurement of a larger one. */
  readonly from: number;
  readonly named: number;
  readonly ci95: readonly [number, number];
  readonly hits: number;
  readonly searches: number;
}

/**
 * Strangers named in a gallery that is larger than what there is: those who come as near in the largest one as the larger one
 * would ask for, and as many chances more as it has people more.
 */
export function extrapolated(crowd: Crowd, comparison: Comparison, to: number, from: Draw): Extrapolated {
  const { larger } = measureSize(
    crowd,
    comparison,
    { larger: (search, by) => atAnySize({ ...search, candidates: to }, by) },
    from,
  );
  const { rate, ci95, hits, searches }: Rate = larger.strangers.one_photo.named;
  const beyond = (share: number) => Number(amongTimes(share, to / from.size).toPrecision(3));
  return {
    people: to,
    from: from.size,
    named: beyond(rate),
    ci95: [beyond(ci95[0]), beyond(ci95[1])],
    hits,
    searches,
  };
}
