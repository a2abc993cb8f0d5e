import { cosine } from '@rollcall/core/faces/matching/match.rules';

/** Two people whose templates are this near are not told apart surely enough for a bench that counts marks. */
export const APART_BELOW = 0.5;
/** A picture of somebody must be this near to their own template. */
export const OWN_ABOVE = 0.6;

/** Those who are chosen so far; whoever is added comes into the list. */
export function createCrowd(templates: Float32Array[] = []) {
  return {
    /** Whether nobody who is in looks like this. */
    isApart: (template: Float32Array): boolean =>
      templates.every((other) => cosine(template, other) < APART_BELOW),
    add(template: Float32Array): void {
      templates.push(template);
    },
  };
}

/**
 * Pairs of so many parents for blended faces: each parent once in every round, and no pair twice. Children of one parent
 * look alike, so the rounds are far apart.
 */
export function* pairsOf(parents: number): Generator<readonly [number, number]> {
  const rounds = Math.floor((parents - 1) / 2);
  for (let round = 1; round <= rounds; round += 1)
    for (let one = 0; one < parents; one += 1) yield [one, (one + round) % parents];
}
