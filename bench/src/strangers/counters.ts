import { type Rate, SearchCounter } from './interval.ts';
import type { Outcome } from './rules.ts';

/** Two digits are guessed right once in so many tries. */
const GUESSES = 100;

export interface StrangerRates {
  /** Given somebody's name at once. */
  readonly named: Rate;
  /** Asked for two digits of the PIN. */
  readonly two_digits: Rate;
  readonly pin: Rate;
  /** Named at once, or by guessing the two digits. */
  readonly named_with_a_guess: number;
}

export interface EnrolledRates {
  /** Everybody who was not named at once as themselves; the four below are its parts. */
  readonly not_named: Rate;
  readonly named_wrongly: Rate;
  readonly two_digits: Rate;
  readonly pin: Rate;
  readonly unknown: Rate;
  /** Asked for digits or the PIN while somebody else was meant, so that their own are of no use. */
  readonly asked_for_another: Rate;
}

/** Counts what happens to people whom the gallery does not have. */
export class StrangerCounter {
  readonly #named = new SearchCounter();
  readonly #digits = new SearchCounter();
  readonly #pin = new SearchCounter();

  count(person: string, outcome: Outcome): void {
    const asked = (kind: Outcome['kind']) =>
      outcome.kind === kind && 'candidates' in outcome ? (outcome.candidates[0] ?? null) : null;
    this.#named.count(person, outcome.kind === 'named' ? outcome.personId : null);
    this.#digits.count(person, asked('two_digits'));
    this.#pin.count(person, asked('pin'));
  }

  result(): StrangerRates {
    const [named, digits] = [this.#named.result(), this.#digits.result()];
    const guessed = (named.hits + digits.hits / GUESSES) / Math.max(1, named.searches);
    return {
      named,
      two_digits: digits,
      pin: this.#pin.result(),
      named_with_a_guess: Number(guessed.toPrecision(3)),
    };
  }
}

/** Counts what happens to people whom it has. */
export class EnrolledCounter {
  readonly #counters = {
    not_named: new SearchCounter(),
    named_wrongly: new SearchCounter(),
    two_digits: new SearchCounter(),
    pin: new SearchCounter(),
    unknown: new SearchCounter(),
    asked_for_another: new SearchCounter(),
  };

  count(person: string, outcome: Outcome): void {
    const isRight = outcome.kind === 'named' && outcome.personId === person;
    const happened: Record<keyof EnrolledRates, boolean> = {
      not_named: !isRight,
      named_wrongly: outcome.kind === 'named' && !isRight,
      two_digits: outcome.kind === 'two_digits',
      pin: outcome.kind === 'pin',
      unknown: outcome.kind === 'unknown',
      asked_for_another: 'candidates' in outcome && !outcome.candidates.includes(person),
    };
    for (const key of Object.keys(this.#counters) as (keyof EnrolledRates)[])
      this.#counters[key].count(person, happened[key] ? person : null);
  }

  result(): EnrolledRates {
    const { not_named, named_wrongly, two_digits, pin, unknown, asked_for_another } = this.#counters;
    return {
      not_named: not_named.result(),
      named_wrongly: named_wrongly.result(),
      two_digits: two_digits.result(),
      pin: pin.result(),
      unknown: unknown.result(),
      asked_for_another: asked_for_another.result(),
    };
  }
}
