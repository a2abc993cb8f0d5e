export interface FaultResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly detail: string;
  readonly figures: Readonly<Record<string, number | string>>;
}

export interface FaultNeeds {
  /** An empty folder of its own, removed afterwards. */
  readonly workFolder: string;
  readonly seed: Uint8Array;
  readonly seedFile: string;
  readonly say: (line: string) => void;
  readonly rounds: number;
}

/** Reproducible "random" choices: a failed run can be run again with the same seed. */
export function createDice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    // The constants are those of Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
