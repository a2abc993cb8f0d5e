import { seededRandom } from '../../shared/seeded-random.ts';

/** So many of a hundred come around the middle, the others at any time. */
const AT_THE_PEAK = 0.7;
/** Standard deviation of the peak, as a share of the whole time. */
const PEAK_WIDTH = 1 / 6;

/** A number of a normal distribution (Box and Muller). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * When people come, in milliseconds from the start, the earliest first: an open model, nobody waits for anybody else's
 * answer. Most come around the middle. The same in every run.
 */
export function arrivals(count: number, minutes: number, seed = 815): number[] {
  const random = seededRandom(seed);
  const whole = minutes * 60_000;
  return Array.from({ length: count }, () => {
    for (;;) {
      const share = random() < AT_THE_PEAK ? 0.5 + PEAK_WIDTH * normal(random) : random();
      if (share >= 0 && share < 1) return Math.floor(share * whole);
    }
  }).toSorted((a, b) => a - b);
}

/** The most that fall into one minute. */
export function busiestMinute(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last += 1) {
    while ((sorted[last] ?? 0) - (sorted[first] ?? 0) >= 60_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
