import type { FacePlanes } from './align.ts';

const ROWS = 16;
const COLUMNS = 17;

/**
 * Perceptual hash of an aligned face, 256 bits: whether each cell of a grid is brighter than its right neighbour. The
 * same picture gives nearly the same bits after cropping, scaling and compressing it again, because the face is aligned
 * first; another picture of the same person does not, because light and skin change in the small. `mirrored`: of the
 * face as a mirror shows it, from its pixels, because the cells of the grid are not equally wide on both sides.
 */
export function imprintOf(planes: Pick<FacePlanes, 'size' | 'green'>, mirrored = false): Uint8Array {
  const { size } = planes;
  const green = mirrored ? mirror(planes) : planes.green;
  const mean = (row: number, column: number): number => {
    const [top, bottom] = [Math.floor((row * size) / ROWS), Math.floor(((row + 1) * size) / ROWS)];
    const [left, right] = [
      Math.floor((column * size) / COLUMNS),
      Math.floor(((column + 1) * size) / COLUMNS),
    ];
    let sum = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += green[y * size + x] ?? 0;
    return sum / ((bottom - top) * (right - left));
  };
  const bytes = new Uint8Array((ROWS * (COLUMNS - 1)) / 8);
  for (let row = 0; row < ROWS; row++) {
    let before = mean(row, 0);
    for (let column = 1; column < COLUMNS; column++) {
      const now = mean(row, column);
      const bit = row * (COLUMNS - 1) + column - 1;
      if (before > now) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (7 - (bit & 7)));
      before = now;
    }
  }
  return bytes;
}

const mirror = ({ size, green }: Pick<FacePlanes, 'size' | 'green'>): Float32Array =>
  green.map((_, at) => green[at - (at % size) + size - 1 - (at % size)] ?? 0);
