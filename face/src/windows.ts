import type { Box } from '@rollcall/core/faces/face.types';

/**
 * The side of the smallest tiles. In one of these the detector still finds a face 40 pixels wide,
 * and a smaller face could not be recognised anyway.
 */
const SMALLEST_TILE = 448;
/** Neighbouring tiles share a third, so that a face on a seam is whole in one of them. */
const STEP = 2 / 3;

function starts(length: number, tile: number): number[] {
  if (tile >= length) return [0];
  const count = Math.ceil((length - tile) / (tile * STEP)) + 1;
  return Array.from({ length: count }, (_, i) => ((length - tile) * i) / (count - 1));
}

function tiles(width: number, height: number): Box[] {
  const found: Box[] = [];
  for (let tile = SMALLEST_TILE; tile < Math.max(width, height); tile *= 2) {
    for (const y of starts(height, tile)) {
      for (const x of starts(width, tile)) {
        found.push({ x, y, width: Math.min(tile, width), height: Math.min(tile, height) });
      }
    }
  }
  return found;
}

/**
 * Where to look for faces, round by round. First the whole picture, for a group also in pieces so that the back
 * row is found. If nobody is there: the picture seen from twice as far, because a face that fills the frame is
 * larger than the detector expects.
 */
export function searchRounds(width: number, height: number, scene: 'one' | 'many'): Box[][] {
  const whole = { x: 0, y: 0, width, height };
  const far = { x: -width / 2, y: -height / 2, width: 2 * width, height: 2 * height };
  return [scene === 'one' ? [whole] : [whole, ...tiles(width, height)], [far]];
}
