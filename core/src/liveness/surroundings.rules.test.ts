import { describe, expect, it } from 'vitest';
import { HIDDEN, isMirrored, SURROUNDINGS } from './surroundings.rules.ts';

const { columns, rows } = SURROUNDINGS;

/** A room: a window on the left, a dark cupboard on the right, a head in the middle that covers what is behind it. */
function room(options: { moved?: number; head?: number; isPlain?: boolean } = {}): Uint8Array {
  const { moved = 0, head = columns / 2, isPlain = false } = options;
  return Uint8Array.from({ length: rows * columns }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    if (Math.hypot(column - head, row - rows / 2) < 5) return HIDDEN;
    if (isPlain) return 120;
    const x = column - moved;
    if (x < 5 && row < 9) return 230;
    return x > 19 ? 40 : 120 + row;
  });
}

/** The same picture, left and right exchanged. */
const turnedOver = (grid: Uint8Array): Uint8Array =>
  Uint8Array.from(grid, (_, at) => grid[at - (at % columns) + columns - 1 - (at % columns)] ?? HIDDEN);

describe('the room around a face', () => {
  it('is the same when the head moves, and when the camera moves a little', () => {
    for (const moved of [-4, 0, 3])
      for (const head of [9, 12, 15])
        expect(isMirrored(room(), room({ moved, head })), `${moved}`).toBe(false);
  });

  it('is told from the same room mirrored, also when the camera moves a little', () => {
    for (const moved of [-4, 0, 3])
      for (const head of [9, 12, 15])
        expect(isMirrored(room(), turnedOver(room({ moved, head }))), `${moved}`).toBe(true);
  });

  it('says nothing where it is plain, fills no part of the picture, or is not known', () => {
    expect(isMirrored(room({ isPlain: true }), turnedOver(room({ isPlain: true })))).toBe(false);
    const filled = new Uint8Array(rows * columns).fill(HIDDEN);
    expect(isMirrored(filled, room())).toBe(false);
    expect(isMirrored(undefined, room())).toBe(false);
    expect(isMirrored(room(), undefined)).toBe(false);
  });
});
