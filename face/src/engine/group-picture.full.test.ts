import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FETCH_TIMEOUT_MS, fixtureModels, openFixtures } from '../testing/fixtures.ts';
import { createNodeFaceEngine } from './engine-node.ts';

const WIDTH = 2600;
const HEIGHT = 1700;
const ROWS = [
  { y: 120, side: 90 },
  { y: 420, side: 140 },
  { y: 900, side: 260 },
];
const PER_ROW = 6;

let engine: FaceEngine;
let classPhoto: Uint8Array;

/** Three rows of portraits on a plain background, the small ones at the top. */
beforeAll(async () => {
  engine = await createNodeFaceEngine({ models: await fixtureModels(), threads: 1 });
  const strangers = await openFixtures('strangers');
  const placed = await Promise.all(
    ROWS.flatMap(({ y, side }, row) =>
      Array.from({ length: PER_ROW }, async (_, i) => {
        const portrait = strangers(`src/demo/faces/female/${row * PER_ROW + i + 1}.jpg`);
        const input = await sharp(portrait).resize(side, side).png().toBuffer();
        return { input, left: 90 + i * 420, top: y };
      }),
    ),
  );
  const wall = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#9aa3ab' } });
  classPhoto = new Uint8Array(await wall.composite(placed).jpeg({ quality: 92 }).toBuffer());
}, FETCH_TIMEOUT_MS);
afterAll(() => engine.close());

const found = async (scene: 'one' | 'many') =>
  (await engine.analyse(classPhoto, { scene, embed: false, liveness: false })).faces;

describe('a group picture', () => {
  it('is searched to the back row; everybody is found once', async () => {
    const faces = await found('many');
    const seats = ROWS.flatMap(({ y, side }) =>
      Array.from({ length: PER_ROW }, (_, i) => ({ x: 90 + i * 420, y, side })),
    );
    const inSeat = seats.map(
      ({ x, y, side }) =>
        faces.filter(({ box }) => {
          const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
          return cx > x && cx < x + side && cy > y && cy < y + side;
        }).length,
    );
    expect(inSeat).toEqual(seats.map(() => 1));
    expect(faces).toHaveLength(seats.length);
  });

  it('lists the largest faces first', async () => {
    const widths = (await found('many')).map(({ box }) => box.width * box.height);
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  });

  it('loses its back row when it is analysed with scene `one`', async () => {
    expect((await found('one')).length).toBeLessThan(ROWS.length * PER_ROW);
  });
});
