import { readFile } from 'node:fs/promises';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { checkSingleFace } from '@rollcall/core/faces/face-quality.rules';
import sharp from 'sharp';
import { seededRandom } from '../shared/seeded-random.ts';
import { listPhotos } from '../strangers/people.ts';

const [WIDTH, HEIGHT] = [640, 480];
const QUALITY = 90;
/** Photos that a person is enrolled with, at most. */
const MOST_ENROLLED = 3;
/** Degrees. A kiosk asks about faces up to 20 and 22; a person who is told to look straight ahead does, and a photo cannot. */
const MOST_TURNED = 18;

/** Somebody of the labelled photos: pictures to enrol with, and one for the door. */
export interface PhotoPerson {
  readonly name: string;
  readonly enrolment: readonly string[];
  readonly door: string;
  /** `other`: the door sees another photo than the enrolment. `copy`: there is only one, and the door sees a changed copy. */
  readonly doorPhoto: 'other' | 'copy';
}

/** A photo as a camera of 640 x 480 would give it: the middle of it fills the picture. */
const asCamera = (photo: Buffer): Promise<Buffer> =>
  sharp(photo).resize(WIDTH, HEIGHT, { fit: 'cover' }).jpeg({ quality: QUALITY }).toBuffer();

/**
 * Another picture of the same photo: turned by a few degrees, nearer or farther, off the middle, and in other light. It is
 * nearer to the first than another photo would be, so what it says about recognition is counted apart.
 */
export async function asChangedCopy(photo: Buffer, random: () => number): Promise<Buffer> {
  const between = (from: number, to: number) => from + (to - from) * random();
  const nearer = between(1.08, 1.2);
  const [width, height] = [Math.round(WIDTH * nearer), Math.round(HEIGHT * nearer)];
  const turned = await sharp(photo)
    .rotate(between(-4, 4), { background: '#555' })
    .resize(width, height, { fit: 'cover' })
    .toBuffer();
  return sharp(turned)
    .extract({
      left: Math.round((width - WIDTH) * random()),
      top: Math.round((height - HEIGHT) * random()),
      width: WIDTH,
      height: HEIGHT,
    })
    .gamma(between(1.1, 1.5))
    .modulate({ brightness: between(0.85, 1.15), saturation: between(0.8, 1.2) })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

const toText = (jpeg: Buffer): string => jpeg.toString('base64');

/** How far the one face in the picture is turned away, in degrees; null where there is not one face that could be asked about. */
async function turnedBy(engine: FaceEngine, jpeg: Uint8Array): Promise<number | null> {
  const analysis = await engine.analyse(jpeg, { scene: 'one', embed: false, liveness: false });
  const verdict = checkSingleFace(analysis, 'attendance');
  if (!verdict.ok) return null;
  const { yaw, pitch } = verdict.face.measures.pose;
  return Math.max(Math.abs(yaw), Math.abs(pitch));
}

/**
 * The people of a folder with one folder per person: first those with several photos, then those with one, each in an
 * order that is the same in every run. The door sees the photo in which somebody looks into the camera the most.
 */
export async function listPhotoPeople(folder: string, engine: FaceEngine) {
  const { files, sha256 } = await listPhotos([folder], new Set());
  const byPerson = new Map<string, string[]>();
  for (const { person, path } of files) byPerson.set(person, [...(byPerson.get(person) ?? []), path]);
  const random = seededRandom(17);
  const all = [...byPerson].map(([name, paths]) => ({ name, paths, key: random() }));
  const people = all.toSorted(
    (a, b) => Number(a.paths.length === 1) - Number(b.paths.length === 1) || a.key - b.key,
  );
  return {
    sha256,
    count: people.length,
    withSeveral: people.filter(({ paths }) => paths.length > 1).length,
    /** The pictures of one of them; null for who looks into the camera in no photo, or is not alone. */
    async open(at: number): Promise<PhotoPerson | null> {
      const { name, paths } = people[at] ?? { name: '', paths: [] };
      const seen = await Promise.all(
        paths.map(async (path) => {
          const jpeg = await asCamera(await readFile(path));
          return { path, jpeg, turned: (await turnedBy(engine, jpeg)) ?? Number.POSITIVE_INFINITY };
        }),
      );
      const [best, ...others] = seen.toSorted((a, b) => a.turned - b.turned);
      if (!best || best.turned > MOST_TURNED) return null;
      if (others.length === 0) {
        const door = await asChangedCopy(await readFile(best.path), seededRandom(at));
        return { name, enrolment: [toText(best.jpeg)], door: toText(door), doorPhoto: 'copy' };
      }
      const enrolment = others.slice(0, MOST_ENROLLED).map(({ jpeg }) => toText(jpeg));
      return { name, enrolment, door: toText(best.jpeg), doorPhoto: 'other' };
    },
  };
}

export type PhotoPeople = Awaited<ReturnType<typeof listPhotoPeople>>;
