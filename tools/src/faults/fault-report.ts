import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface FaultResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly detail: string;
  readonly figures: Readonly<Record<string, number | string>>;
}

export interface FaultNeeds {
  /** An empty folder for this fault, deleted afterwards. */
  readonly workFolder: string;
  readonly seed: Uint8Array;
  readonly seedFile: string;
  readonly log: (line: string) => void;
  readonly rounds: number;
}

/** Pseudo-random integers below a limit, reproducible by the seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    // The constants are those of Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const RESULTS_FILE = fileURLToPath(new URL('../../../bench/results/faults.json', import.meta.url));

/** Saves the results to bench/results; earlier results of faults that did not run, or were skipped, are kept. */
export function saveFaultResults(results: readonly FaultResult[]): void {
  const fresh = results.filter(({ outcome }) => outcome !== 'skipped');
  // Written by this function.
  const known = existsSync(RESULTS_FILE)
    ? (JSON.parse(readFileSync(RESULTS_FILE, 'utf8')).results as FaultResult[])
    : [];
  const isFresh = ({ name }: FaultResult) => fresh.some((each) => each.name === name);
  const kept = [...known.filter((each) => !isFresh(each)), ...fresh];
  mkdirSync(dirname(RESULTS_FILE), { recursive: true });
  writeFileSync(
    RESULTS_FILE,
    `${JSON.stringify({ node: process.version, platform: process.platform, results: kept }, null, 2)}\n`,
  );
}
