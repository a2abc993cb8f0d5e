import { measured } from '@rollcall/core/faces/installation/figures.rules';
import { seededRandom } from '../shared/seeded-random.ts';

/** One search: whose photo it was, and the person it was taken for where it counts. */
interface Trial {
  readonly person: string;
  readonly hit: string | null;
}

export interface Rate {
  readonly rate: number;
  readonly ci95: readonly [number, number];
  readonly hits: number;
  /** Different pairs of people among the hits. */
  readonly pairs: number;
  readonly searches: number;
  readonly people: number;
}

const RESAMPLES = 500;
const SEED = 20_270_301;

/** How often somebody is drawn when as many people as there are are drawn with replacement: Poisson with mean 1. */
function timesDrawn(random: () => number): number {
  let [times, product] = [0, random()];
  while (product > Math.exp(-1)) {
    times += 1;
    product *= random();
  }
  return times;
}

const round = (value: number) => Number(value.toPrecision(3));

/**
 * Counts searches. The same people are searched in several galleries, and one who looks like many is a hit again and
 * again: the 95 % interval comes from drawing people anew, both those who search and those they are taken for. It is
 * never narrower than Wilson's for as many independent searches, and without a hit it is Wilson's for the people.
 */
export class SearchCounter {
  readonly #trials: Trial[] = [];

  /** `hit`: the person this search was wrongly or rightly taken for, or any text that tells cases apart. */
  count(person: string, hit: string | null): void {
    this.#trials.push({ person, hit });
  }

  result(): Rate {
    const trials = this.#trials;
    const hits = trials.flatMap(({ person, hit }) => (hit === null ? [] : [{ person, hit }]));
    const people = new Set(trials.map(({ person }) => person)).size;
    const [low, high] = this.#interval(hits, people);
    return {
      rate: round(trials.length === 0 ? 0 : hits.length / trials.length),
      ci95: [round(low), round(high)],
      hits: hits.length,
      pairs: new Set(hits.map(({ person, hit }) => [person, hit].sort().join('\t'))).size,
      searches: trials.length,
      people,
    };
  }

  #interval(hits: readonly { person: string; hit: string }[], people: number): [number, number] {
    const trials = this.#trials;
    if (hits.length === 0 || hits.length === trials.length) {
      const { low, high } = measured(hits.length === 0 ? 0 : people, people);
      return [low, high];
    }
    // By number, because everybody is drawn hundreds of times.
    const numbers = new Map<string, number>();
    const numberOf = (person: string): number => {
      const number = numbers.get(person) ?? numbers.size;
      numbers.set(person, number);
      return number;
    };
    const searchers = trials.map(({ person }) => numberOf(person));
    const pairs = hits.map(({ person, hit }) => [numberOf(person), numberOf(hit)] as const);
    const searches = new Float64Array(numbers.size);
    for (const number of searchers) searches[number] = (searches[number] ?? 0) + 1;
    const random = seededRandom(SEED);
    const draws = Array.from({ length: RESAMPLES }, () => {
      const times = searches.map(() => timesDrawn(random));
      const of = (number: number) => times[number] ?? 0;
      const all = searches.reduce((sum, count, number) => sum + count * of(number), 0);
      const found = pairs.reduce((sum, [one, other]) => sum + of(one) * (one === other ? 1 : of(other)), 0);
      return all === 0 ? 0 : found / all;
    }).sort((a, b) => a - b);
    const at = (share: number) => draws[Math.floor(share * (RESAMPLES - 1))] ?? 0;
    const wilson = measured(hits.length, trials.length);
    return [Math.min(at(0.025), wilson.low), Math.min(1, Math.max(at(0.975), wilson.high))];
  }
}
