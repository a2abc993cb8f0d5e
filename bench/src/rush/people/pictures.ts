import sharp from 'sharp';
import { seededRandom } from '../../shared/seeded-random.ts';

const [WIDTH, HEIGHT] = [640, 480];
/** What the pages of the product send (web/src/lib/camera/capture-frame.ts). */
const QUALITY = 80;
/** A frame shows a little less than the picture, so that it can sway. */
const NEARER = 1.03;
const GRAIN = { copies: 4, width: WIDTH + 64, height: HEIGHT + 64, levels: 5 } as const;

/** Sensor noise around middle grey, to be laid over frames. The same in every run. */
function makeGrain(seed: number): Promise<Buffer> {
  const random = seededRandom(seed);
  const raw = Buffer.alloc(GRAIN.width * GRAIN.height * 3);
  for (let at = 0; at < raw.length; at += 3) {
    const value = 128 + (random() + random() + random() - 1.5) * 2 * GRAIN.levels;
    raw.fill(Math.round(value), at, at + 3);
  }
  return sharp(raw, { raw: { width: GRAIN.width, height: GRAIN.height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/**
 * Makes the frames that a camera would give of somebody who holds a picture's pose: swaying by a few pixels, with other
 * noise in each. Nobody is alive in them: what the anti-spoof network says about them says nothing about people.
 */
export async function createFrameMaker() {
  const grains = await Promise.all(Array.from({ length: GRAIN.copies }, (_, at) => makeGrain(at + 1)));
  return async (picture: Buffer, count: number, random: () => number): Promise<Buffer[]> => {
    const between = (most: number) => Math.floor(random() * (most + 1));
    const [width, height] = [Math.round(WIDTH * NEARER), Math.round(HEIGHT * NEARER)];
    const larger = await sharp(picture)
      .resize(width, height, { fit: 'cover' })
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toBuffer();
    const frames: Buffer[] = [];
    for (let at = 0; at < count; at += 1) {
      const grain = await sharp(grains[between(grains.length - 1)])
        .extract({ left: between(64), top: between(64), width: WIDTH, height: HEIGHT })
        .png({ compressionLevel: 1 })
        .toBuffer();
      const [left, top] = [between(width - WIDTH), between(height - HEIGHT)];
      frames.push(
        await sharp(larger)
          .extract({ left, top, width: WIDTH, height: HEIGHT })
          .composite([{ input: grain, blend: 'overlay' }])
          .jpeg({ quality: QUALITY })
          .toBuffer(),
      );
    }
    return frames;
  };
}

/** One picture of two people, half and half. Both must have their eyes at the same place, as the photos of LFW have. */
export async function blend(one: Buffer, other: Buffer): Promise<Buffer> {
  const above = await sharp(other).resize(WIDTH, HEIGHT, { fit: 'cover' }).ensureAlpha(0.5).png().toBuffer();
  return sharp(one)
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .composite([{ input: above }])
    .removeAlpha()
    .jpeg({ quality: 92 })
    .toBuffer();
}

const TILE = { width: 320, height: 240, columns: 6 } as const;

/** A class in rows: each person's photo beside the next one's. */
export async function groupPicture(photos: readonly Buffer[]): Promise<Buffer> {
  const rows = Math.ceil(photos.length / TILE.columns);
  const tiles = await Promise.all(
    photos.map(async (photo, at) => ({
      input: await sharp(photo).resize(TILE.width, TILE.height, { fit: 'cover' }).toBuffer(),
      left: (at % TILE.columns) * TILE.width,
      top: Math.floor(at / TILE.columns) * TILE.height,
    })),
  );
  return sharp({
    create: {
      width: TILE.columns * TILE.width,
      height: rows * TILE.height,
      channels: 3,
      background: '#777',
    },
  })
    .composite(tiles)
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
