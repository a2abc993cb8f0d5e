import { seededRandom } from '../shared/seeded-random.ts';

/** Counts of one person, who makes many comparisons that depend on one another. */
interface Tally {
  hits: number;
  trials: number;
}

export interface Rate {
  readonly rate: number;
  readonly ci95: readonly [number, number];
  readonly hits: number;
  readonly trials: number;
  readonly people: number;
}

const RESAMPLES = 400;

/**
 * A share with its 95 % interval by resampling people, not comparisons: one person who looks like others makes many
 * false matches. Where nothing happened, the upper end is the rule of three for people.
 */
export class RateCounter {
  readonly #byPerson = new Map<string, Tally>();

  count(person: string, isHit: boolean): void {
    this.add(person, isHit ? 1 : 0, 1);
  }

  add(person: string, hits: number, trials: number): void {
    const tally = this.#byPerson.get(person) ?? { hits: 0, trials: 0 };
    tally.trials += trials;
    tally.hits += hits;
    this.#byPerson.set(person, tally);
  }

  result(): Rate {
    const tallies = [...this.#byPerson.values()];
    const [hits, trials] = [sum(tallies, 'hits'), sum(tallies, 'trials')];
    const random = seededRandom(20_261_117);
    const draws = Array.from({ length: RESAMPLES }, () => {
      const drawn: Tally = { hits: 0, trials: 0 };
      for (let i = 0; i < tallies.length; i++) {
        const tally = tallies[Math.floor(random() * tallies.length)];
        drawn.hits += tally?.hits ?? 0;
        drawn.trials += tally?.trials ?? 0;
      }
      return drawn.trials === 0 ? 0 : drawn.hits / drawn.trials;
    }).sort((a, b) => a - b);
    const at = (share: number) => draws[Math.min(RESAMPLES - 1, Math.floor(share * RESAMPLES))] ?? 0;
    return {
      rate: round(trials === 0 ? 0 : hits / trials),
      ci95: [round(at(0.025)), hits === 0 ? round(3 / Math.max(trials, 1)) : round(at(0.975))],
      hits,
      trials,
      people: tallies.length,
    };
  }
}

const sum = (tallies: readonly Tally[], key: keyof Tally) =>
  tallies.reduce((total, tally) => total + tally[key], 0);

const round = (value: number) => Number(value.toPrecision(3));
