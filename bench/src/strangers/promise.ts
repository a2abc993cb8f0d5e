import type { Rate } from './interval.ts';

/** A stranger is to be named in one of so many searches at most. */
const SEARCHES = 1000;

/** `kept` and `broken` where the whole interval says so, `open` where it does not tell. */
type Verdict = 'kept' | 'open' | 'broken';

export interface PromiseKept {
  readonly named: Rate;
  readonly verdict: Verdict;
}

/** What the measured share says about the promise. */
export function promiseOf(named: Rate): PromiseKept {
  const [low, high] = named.ci95;
  if (high <= 1 / SEARCHES) return { named, verdict: 'kept' };
  return { named, verdict: low > 1 / SEARCHES ? 'broken' : 'open' };
}
