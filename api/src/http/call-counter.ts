/// <reference path="./rate-limiter-memory.d.ts" />
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';

/** So many calls of one key in so many seconds. */
export interface CallRule {
  readonly points: number;
  readonly duration: number;
}

/** The calls of one key in the current window, and how long that window lasts. */
export interface CountedCalls {
  readonly used: number;
  readonly msLeft: number;
}

/** Counts calls by key. A host of several processes counts those of all of them in one place. */
export interface CallCounter {
  /** Counts one call more. */
  add(key: string): Promise<CountedCalls>;
  /** Null when there was no call in the window. */
  get(key: string): Promise<CountedCalls | null>;
}

/** Creates the counter of a rule. The name tells it from those of other rules. */
export type NewCallCounter = (name: string, rule: CallRule) => CallCounter;

interface Kept {
  readonly msBeforeNext: number;
  readonly consumedPoints: number;
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'msBeforeNext' in value && 'consumedPoints' in value;

const present = ({ consumedPoints, msBeforeNext }: Kept): CountedCalls => ({
  used: consumedPoints,
  msLeft: msBeforeNext,
});

/** Counts in the memory of this process. */
export const memoryCounter: NewCallCounter = (_name, rule) => {
  const limiter = new RateLimiterMemory(rule);
  return {
    async add(key) {
      try {
        return present(await limiter.consume(key));
      } catch (used) {
        // Above the rule it rejects with the count.
        if (!isKept(used)) throw used;
        return present(used);
      }
    },
    async get(key) {
      const kept = await limiter.get(key);
      return kept && present(kept);
    },
  };
};
