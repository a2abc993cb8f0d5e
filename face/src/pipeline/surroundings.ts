import type { Box } from '@rollcall/core/faces/face.types';
import { HIDDEN, SURROUNDINGS } from '@rollcall/core/liveness/surroundings.rules';
import type { Pyramid } from './pixels.ts';

/** Half axes of what the head covers, in halves of the face box. */
const HEAD = 1.3;

/** Luminance of the image in a coarse grid, without the cells that the head covers. */
export function surroundingsOf(image: Pyramid, box: Box): Uint8Array {
  const { columns, rows } = SURROUNDINGS;
  const level = Math.max(0, Math.floor(Math.log2(Math.min(image.width / columns, image.height / rows) / 2)));
  const { width, height, channels, data } = image.level(level);
  const luminance = (x: number, y: number): number => {
    const at = (y * width + x) * channels;
    return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  };
  const isHead = (row: number, column: number): boolean => {
    const x = ((column + 0.5) / columns) * image.width - (box.x + box.width / 2);
    const y = ((row + 0.5) / rows) * image.height - (box.y + box.height / 2);
    return Math.hypot(x / (HEAD * (box.width / 2)), y / (HEAD * (box.height / 2))) < 1;
  };
  const grid = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [Math.floor((row * height) / rows), Math.floor(((row + 1) * height) / rows)];
    for (let column = 0; column < columns; column++) {
      if (isHead(row, column)) continue; // stays HIDDEN
      const [left, right] = [
        Math.floor((column * width) / columns),
        Math.floor(((column + 1) * width) / columns),
      ];
      let sum = 0;
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += luminance(x, y);
      const count = Math.max(1, (bottom - top) * (right - left));
      grid[row * columns + column] = Math.max(HIDDEN + 1, Math.round(sum / count));
    }
  }
  return grid;
}
