import { decideIdentification, type IdentifyOutcome, type Search } from './match.rules.ts';
import { type Comparison, nearnessAmong } from './nearness.rules.ts';

/**
 * Assigns rows to columns one to one with the highest total score (Hungarian method, O(rows² · columns)).
 * Returns the column of each row, or null for a row without one. A score below `minScore` is never chosen.
 */
export function assignOneToOne(scores: readonly (readonly number[])[], minScore: number): (number | null)[] {
  const rows = scores.length;
  const columns = Math.max(0, ...scores.map((row) => row.length));
  if (rows === 0) return [];
  // Each row gets an extra column for "unassigned" at cost 0; a real column is worth score - minScore.
  const width = columns + rows;
  const cost = (row: number, column: number): number => {
    if (column >= columns) return 0;
    const score = scores[row]?.[column] ?? Number.NEGATIVE_INFINITY;
    return score >= minScore ? -(score - minScore) - 1e-9 : 1e6;
  };
  const potentialRow = new Float64Array(rows + 1);
  const potentialColumn = new Float64Array(width + 1);
  const rowOf = new Int32Array(width + 1);
  const previousColumn = new Int32Array(width + 1);
  for (let row = 1; row <= rows; row++) {
    rowOf[0] = row;
    let column = 0;
    const slack = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(width + 1);
    do {
      used[column] = 1;
      const from = rowOf[column] ?? 0;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= width; j++) {
        if (used[j] === 1) continue;
        const reduced = cost(from - 1, j - 1) - (potentialRow[from] ?? 0) - (potentialColumn[j] ?? 0);
        if (reduced < (slack[j] ?? 0)) {
          slack[j] = reduced;
          previousColumn[j] = column;
        }
        if ((slack[j] ?? 0) < delta) {
          delta = slack[j] ?? 0;
          next = j;
        }
      }
      for (let j = 0; j <= width; j++) {
        if (used[j] === 1) {
          const owner = rowOf[j] ?? 0;
          potentialRow[owner] = (potentialRow[owner] ?? 0) + delta;
          potentialColumn[j] = (potentialColumn[j] ?? 0) - delta;
        } else {
          slack[j] = (slack[j] ?? 0) - delta;
        }
      }
      column = next;
    } while (rowOf[column] !== 0);
    // Follow the augmenting path back and reassign its columns.
    while (column !== 0) {
      const previous = previousColumn[column] ?? 0;
      rowOf[column] = rowOf[previous] ?? 0;
      column = previous;
    }
  }
  const chosen: (number | null)[] = Array<number | null>(rows).fill(null);
  for (let j = 1; j <= columns; j++) {
    const row = (rowOf[j] ?? 0) - 1;
    if (row >= 0 && (scores[row]?.[j - 1] ?? Number.NEGATIVE_INFINITY) >= minScore) chosen[row] = j - 1;
  }
  return chosen;
}

/**
 * Identifies the faces of one photo, each person at most once. People are assigned to faces by the highest total
 * score; each face must then pass the identification rule against the people not assigned to another face.
 */
export function decideGroup(faces: readonly Search[], comparison: Comparison): IdentifyOutcome[] {
  const people = [...new Set(faces.flatMap(({ matches }) => matches.map((match) => match.personId)))];
  // Whom a face cannot be named as is not assigned to it.
  const scores = faces.map(({ matches, neighbours, candidates }) => {
    const near = matches.filter(
      (match) => nearnessAmong({ ...match, neighbours }, candidates, comparison).isEnough,
    );
    const byPerson = new Map(near.map((match) => [match.personId, match.score]));
    return people.map((personId) => byPerson.get(personId) ?? -1);
  });
  const chosen = assignOneToOne(scores, 0);
  const assigned = chosen.map((column) => (column === null ? null : (people[column] ?? null)));
  return faces.map((search, face) => {
    const { matches } = search;
    const ownPerson = assigned[face];
    const free = matches.filter(
      ({ personId }) =>
        personId === ownPerson || !assigned.some((other, at) => at !== face && other === personId),
    );
    const outcome = decideIdentification({ ...search, matches: free }, comparison);
    if (outcome.kind !== 'accepted') return outcome;
    // Nearer to somebody assigned to another face: probably a second picture of that person, so nobody is named.
    const nearer = matches.filter((match) => match.score > outcome.score);
    if (outcome.personId === ownPerson && nearer.length === 0) return outcome;
    return { kind: 'ambiguous', candidates: [...nearer.map((match) => match.personId), outcome.personId] };
  });
}
