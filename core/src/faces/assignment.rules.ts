/**
 * The best one-to-one assignment of rows to columns: the total of the chosen scores is as high as it can be
 * (Hungarian method, O(rows² · columns)). Answers the column of each row, or null when it is better left alone.
 * A score below `atLeast` is never chosen.
 */
export function assignOneToOne(scores: readonly (readonly number[])[], atLeast: number): (number | null)[] {
  const rows = scores.length;
  const columns = Math.max(0, ...scores.map((row) => row.length));
  if (rows === 0) return [];
  // Every row also has a column of its own that means "nobody", worth nothing; a real one is worth its excess.
  const width = columns + rows;
  const cost = (row: number, column: number): number => {
    if (column >= columns) return 0;
    const score = scores[row]?.[column] ?? Number.NEGATIVE_INFINITY;
    return score >= atLeast ? -(score - atLeast) - 1e-9 : 1e6;
  };
  const potentialRow = new Float64Array(rows + 1);
  const potentialColumn = new Float64Array(width + 1);
  const rowOf = new Int32Array(width + 1);
  const cameFrom = new Int32Array(width + 1);
  for (let row = 1; row <= rows; row++) {
    rowOf[0] = row;
    let column = 0;
    const reach = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(width + 1);
    do {
      used[column] = 1;
      const from = rowOf[column] ?? 0;
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= width; j++) {
        if (used[j] === 1) continue;
        const reduced = cost(from - 1, j - 1) - (potentialRow[from] ?? 0) - (potentialColumn[j] ?? 0);
        if (reduced < (reach[j] ?? 0)) {
          reach[j] = reduced;
          cameFrom[j] = column;
        }
        if ((reach[j] ?? 0) < step) {
          step = reach[j] ?? 0;
          next = j;
        }
      }
      for (let j = 0; j <= width; j++) {
        if (used[j] === 1) {
          const owner = rowOf[j] ?? 0;
          potentialRow[owner] = (potentialRow[owner] ?? 0) + step;
          potentialColumn[j] = (potentialColumn[j] ?? 0) - step;
        } else {
          reach[j] = (reach[j] ?? 0) - step;
        }
      }
      column = next;
    } while (rowOf[column] !== 0);
    // Walk back along the path, each row taking over the column found for it.
    while (column !== 0) {
      const previous = cameFrom[column] ?? 0;
      rowOf[column] = rowOf[previous] ?? 0;
      column = previous;
    }
  }
  const chosen: (number | null)[] = Array<number | null>(rows).fill(null);
  for (let j = 1; j <= columns; j++) {
    const row = (rowOf[j] ?? 0) - 1;
    if (row >= 0 && (scores[row]?.[j - 1] ?? Number.NEGATIVE_INFINITY) >= atLeast) chosen[row] = j - 1;
  }
  return chosen;
}
