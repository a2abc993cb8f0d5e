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

const KEPT = fileURLToPath(new URL('../../../bench/results/faults.json', import.meta.url));

/** A run of some faults replaces what is known of those and leaves the rest. What was skipped proves nothing. */
export function keepResults(results: readonly FaultResult[]): void {
  const fresh = results.filter(({ outcome }) => outcome !== 'skipped');
  // Written by us, a line below.
  const known = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')).results as FaultResult[]) : [];
  const isFresh = ({ name }: FaultResult) => fresh.some((each) => each.name === name);
  const kept = [...known.filter((each) => !isFresh(each)), ...fresh];
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(
    KEPT,
    `${JSON.stringify({ node: process.version, platform: process.platform, results: kept }, null, 2)}\n`,
  );
}
