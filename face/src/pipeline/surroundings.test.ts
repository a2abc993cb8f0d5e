import { isMirrored, SURROUNDINGS } from '@rollcall/core/liveness/surroundings.rules';
import { describe, expect, it } from 'vitest';
import { createPyramid, type Pixels } from './pixels.ts';
import { surroundingsOf } from './surroundings.ts';

const [WIDTH, HEIGHT] = [640, 480];
const HEAD = { x: 240, y: 140, width: 160, height: 160 };

/** A room that is light on its left, with a white head in the middle. */
function picture(isTurnedOver: boolean): Pixels {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const isHead = Math.hypot(x - 320, y - 220) < 80;
      const light = isHead
        ? 255
        : Math.round(220 - (200 * (isTurnedOver ? WIDTH - 1 - x : x)) / WIDTH + y / 40);
      data.fill(light, 3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3);
    }
  return { width: WIDTH, height: HEIGHT, channels: 3, data };
}

describe('the surroundings of a face', () => {
  const room = surroundingsOf(createPyramid(picture(false)), HEAD);
  const at = (column: number, row: number) => room[row * SURROUNDINGS.columns + column];

  it('are the light of each part of the picture, without the head', () => {
    expect(at(0, 0)).toBeGreaterThan(200);
    expect(at(23, 0)).toBeLessThan(40);
    expect(at(12, 8)).toBe(0);
    // The head is white: nothing of it is left.
    expect(Math.max(...room)).toBeLessThan(240);
  });

  it('tell a picture from the same one mirrored', () => {
    const other = surroundingsOf(createPyramid(picture(true)), HEAD);
    expect([isMirrored(room, room), isMirrored(room, other)]).toEqual([false, true]);
  });
});
