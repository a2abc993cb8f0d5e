import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { faceProblem } from '@rollcall/core/faces/face-quality.rules';
import { centralFace } from '../accuracy/lfw-images.ts';

/** A photo in which a face was found. */
export interface FacePhoto {
  readonly embedding: Float32Array;
  /** Whether the product would take it when somebody is enrolled, or checks in. */
  readonly isForEnrolment: boolean;
  readonly isForCheckIn: boolean;
}

/** One folder of a set. */
export interface Person {
  readonly name: string;
  readonly set: string;
  readonly photos: readonly FacePhoto[];
}

export interface PhotoFile {
  readonly person: string;
  readonly set: string;
  readonly path: string;
  /** Set, person and file: what the cache knows it by. */
  readonly key: string;
}

const IMAGE = /\.(jpe?g|png|webp)$/i;
const inOrder = (names: readonly string[]): string[] => names.toSorted((a, b) => (a < b ? -1 : 1));

/** The photos of a folder that has one folder per person. */
async function filesOf(folder: string, set: string): Promise<PhotoFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const people = inOrder(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
  const lists = await Promise.all(
    people.map(async (person) =>
      inOrder(await readdir(join(folder, person)))
        .filter((file) => IMAGE.test(file))
        .map((file) => ({ person, set, path: join(folder, person, file), key: `${set}/${person}/${file}` })),
    ),
  );
  return lists.flat();
}

/** `NAME=FOLDER`, or a folder that is called as the set. */
function setOf(argument: string): { readonly set: string; readonly folder: string } {
  const [, set, folder] = /^([\w-]+)=(.+)$/.exec(argument) ?? [];
  return { set: set ?? basename(argument), folder: folder ?? argument };
}

/** The photos of all folders but some, and a hash of their names, which says whether two runs looked at the same. */
export async function listPhotos(
  sets: readonly string[],
  leftOut: ReadonlySet<string>,
): Promise<{ files: PhotoFile[]; sha256: string }> {
  const all = (await Promise.all(sets.map(setOf).map(({ folder, set }) => filesOf(folder, set)))).flat();
  const files = all.filter(({ person }) => !leftOut.has(person));
  const keys = files.map(({ key }) => `${key}\n`).join('');
  return { files, sha256: createHash('sha256').update(keys).digest('hex') };
}

const LANES = 3;

/** The face in the middle of a picture, as a line of the cache: key, verdicts, numbers; no numbers without a face. */
async function lineOf(engine: FaceEngine, { key, path }: PhotoFile): Promise<string> {
  const analysis = await engine.analyse(await readFile(path), {
    scene: 'one',
    embed: true,
    liveness: false,
  });
  const face = centralFace(analysis);
  if (!face?.embedding) return [key, '', '', ''].join('\t');
  const { embedding, measures } = face;
  const verdict = (purpose: 'enrolment' | 'attendance') =>
    faceProblem(measures, purpose) === null ? '1' : '0';
  const bytes = Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength);
  return [key, verdict('enrolment'), verdict('attendance'), bytes.toString('base64')].join('\t');
}

function photoOf(line: string): FacePhoto | null {
  const [, enrolment, checkIn, numbers] = line.split('\t');
  if (!numbers) return null;
  const bytes = new Uint8Array(Buffer.from(numbers, 'base64'));
  return {
    embedding: new Float32Array(bytes.buffer),
    isForEnrolment: enrolment === '1',
    isForCheckIn: checkIn === '1',
  };
}

/** Looks at all photos as the product would; those in the cache are not looked at again. */
export async function readFaces(
  engine: FaceEngine,
  files: readonly PhotoFile[],
  cache: string | undefined,
): Promise<{ people: Person[]; withoutFace: number }> {
  const text = cache === undefined ? '' : await readFile(cache, 'utf8').catch(() => '');
  const known = new Map(text.split('\n').map((line) => [line.split('\t')[0] ?? '', line]));
  const rest = files.filter(({ key }) => !known.has(key));
  const lane = async () => {
    for (let file = rest.pop(); file !== undefined; file = rest.pop()) {
      const line = await lineOf(engine, file);
      known.set(file.key, line);
      if (cache !== undefined) await appendFile(cache, `${line}\n`);
      if (rest.length % 500 === 0) console.log(`${rest.length} photos left`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));

  const people = new Map<string, { name: string; set: string; photos: FacePhoto[] }>();
  let withoutFace = 0;
  for (const { person, set, key } of files) {
    const photo = photoOf(known.get(key) ?? '');
    if (!photo) withoutFace += 1;
    else {
      const entry = people.get(person) ?? { name: person, set, photos: [] };
      entry.photos.push(photo);
      people.set(person, entry);
    }
  }
  return { people: [...people.values()], withoutFace };
}
