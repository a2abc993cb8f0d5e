import type { Point } from '../faces/face.types.ts';

/** Order of the outline points: the middle line first, then pairs, the person's right before their left. */
export const OUTLINE_MIDDLE = 10;
export const OUTLINE_PAIRS = 14;

/** Mirrors the outline and swaps the points of each left-right pair. */
export function mirrorOutline(outline: readonly Point[]): Point[] {
  const source = (index: number): number => {
    if (index < OUTLINE_MIDDLE) return index;
    return (index - OUTLINE_MIDDLE) % 2 === 0 ? index + 1 : index - 1;
  };
  return outline.map((point, index) => {
    const other = outline[source(index)] ?? point;
    return { x: -other.x, y: other.y };
  });
}

/** Solves a small linear system in place (Gaussian elimination with pivoting); null when it is singular. */
function solve(matrix: number[][], right: number[]): number[] | null {
  const size = right.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(matrix[row]?.[column] ?? 0) > Math.abs(matrix[pivot]?.[column] ?? 0)) pivot = row;
    }
    const top = matrix[pivot] ?? [];
    const head = top[column] ?? 0;
    if (Math.abs(head) < 1e-12) return null;
    matrix[pivot] = matrix[column] ?? [];
    matrix[column] = top;
    [right[column], right[pivot]] = [right[pivot] ?? 0, right[column] ?? 0];
    for (let row = column + 1; row < size; row++) {
      const line = matrix[row] ?? [];
      const factor = (line[column] ?? 0) / head;
      for (let i = column; i < size; i++) line[i] = (line[i] ?? 0) - factor * (top[i] ?? 0);
      right[row] = (right[row] ?? 0) - factor * (right[column] ?? 0);
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    const line = matrix[row] ?? [];
    let sum = right[row] ?? 0;
    for (let i = row + 1; i < size; i++) sum -= (line[i] ?? 0) * (right[i] ?? 0);
    right[row] = sum / (line[row] ?? 1);
  }
  return right;
}

/** Moves the centroid to the origin and scales the mean distance from it to 1, for numerical stability. */
function normalisePoints(points: readonly Point[]): Point[] {
  const n = points.length;
  const x = points.reduce((sum, p) => sum + p.x, 0) / n;
  const y = points.reduce((sum, p) => sum + p.y, 0) / n;
  const spread = points.reduce((sum, p) => sum + Math.hypot(p.x - x, p.y - y), 0) / n;
  return points.map((p) => ({ x: (p.x - x) / spread, y: (p.y - y) / spread }));
}

/**
 * Fits a homography from `before` to `after` and returns the mean remaining distance, in units of the mean distance
 * from the centre of the face. The points of a flat photo (shifted, rotated, zoomed, tilted, squeezed) move by one
 * homography, so the residual is near 0; a head has depth, and its nose moves differently from its temples. Null
 * when the fit is impossible.
 */
export function homographyResidual(before: readonly Point[], after: readonly Point[]): number | null {
  if (before.length !== after.length || before.length < 8) return null;
  const [from, to] = [normalisePoints(before), normalisePoints(after)];
  const matrix = Array.from({ length: 8 }, () => Array<number>(8).fill(0));
  const right = Array<number>(8).fill(0);
  const add = (line: readonly number[], value: number) => {
    for (let i = 0; i < 8; i++) {
      for (let j = 0; j < 8; j++) {
        const row = matrix[i] ?? [];
        row[j] = (row[j] ?? 0) + (line[i] ?? 0) * (line[j] ?? 0);
      }
      right[i] = (right[i] ?? 0) + (line[i] ?? 0) * value;
    }
  };
  from.forEach(({ x, y }, i) => {
    const [u, v] = [to[i]?.x ?? 0, to[i]?.y ?? 0];
    add([x, y, 1, 0, 0, 0, -u * x, -u * y], u);
    add([0, 0, 0, x, y, 1, -v * x, -v * y], v);
  });
  const h = solve(matrix, right);
  if (h === null || h.some((value) => !Number.isFinite(value))) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, k = 0] = h;
  let residual = 0;
  from.forEach(({ x, y }, i) => {
    const w = g * x + k * y + 1;
    residual += Math.hypot(
      (a * x + b * y + c) / w - (to[i]?.x ?? 0),
      (d * x + e * y + f) / w - (to[i]?.y ?? 0),
    );
  });
  return residual / from.length;
}
