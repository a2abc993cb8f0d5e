import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeBurst } from '@rollcall/core/faces/burst/burst.rules';
import { templateFromPhotos } from '@rollcall/core/faces/enrolment.rules';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { checkSingleFace } from '@rollcall/core/faces/face-quality.rules';
import { cosine } from '@rollcall/core/faces/matching/match.rules';
import { asChangedCopy, type PhotoPeople } from '../../kiosk/door-pictures.ts';
import { codeAt } from '../../kiosk/door-school.ts';
import { seededRandom } from '../../shared/seeded-random.ts';
import { formOfPictures } from '../load/picture-form.ts';
import { createCrowd, OWN_ABOVE, pairsOf } from './crowd.ts';
import { blend, createFrameMaker } from './pictures.ts';

/** Pictures of one look into a kiosk: a page sends three to five. */
export const LOOK_PICTURES = 4;
/** Changes with what is written into the folder, so that what another version wrote is not used. */
const RECIPE = 3;
/** Candidates looked at together. */
const TOGETHER = 16;
/** When fewer than one in fifty of so many candidates was taken, the bench goes on with the people found. */
const HOPELESS = { tries: 600, taken: 12 } as const;
/** With more people than this share of the folder, most are made. */
const REAL_SHARE = 0.75;

export type Means = 'kiosk' | 'own';

/** Somebody who comes, with pictures in files. */
export interface RushPerson {
  readonly code: string;
  readonly means: Means;
  /** `other`: enrolled with other photos. `copy`: there is one photo, and a changed copy comes. `made`: two people blended. */
  readonly kind: 'other' | 'copy' | 'made';
  /** Files of the photos to enrol with. */
  readonly enrolment: readonly string[];
  /** What is sent: at a kiosk the body of the request, on an own device the picture in it. */
  readonly sent: string;
}

export interface Chosen {
  readonly folder: string;
  readonly people: readonly RushPerson[];
  readonly photos_sha256: string;
  /** Why candidates were left out, and how many. */
  readonly left_out: Readonly<Record<string, number>>;
}

interface Candidate {
  readonly kind: RushPerson['kind'];
  readonly enrolment: readonly Buffer[];
  /** What the camera sees when they come. */
  readonly door: Buffer;
}

interface Judged extends Candidate {
  readonly template: Float32Array;
  readonly sent: Readonly<Partial<Record<Means, readonly Buffer[]>>>;
}

/** Looks at a candidate as the product will: the photos to enrol with, and what is shown at the door. */
function createJudge(engine: FaceEngine, makeFrames: Awaited<ReturnType<typeof createFrameMaker>>) {
  const { profile } = engine;
  const look = (picture: Buffer) => engine.analyse(picture, { scene: 'one', embed: true, liveness: true });

  const templateOf = async (photos: readonly Buffer[]): Promise<Float32Array | string> => {
    const taken = [];
    for (const photo of photos) {
      const options = { scene: 'one', embed: true, liveness: false, careful: true } as const;
      const verdict = checkSingleFace(await engine.analyse(photo, options), 'enrolment');
      if (!verdict.ok) return `enrolment photo: ${verdict.reason}`;
      if (!verdict.face.embedding) return 'enrolment photo: no numbers';
      taken.push({ embedding: verdict.face.embedding, quality: verdict.quality });
    }
    const combined = templateFromPhotos(taken, profile);
    return combined.kind === 'template' ? combined.template.embedding : 'enrolment photos disagree';
  };

  const forKiosk = async (door: Buffer, template: Float32Array, seed: number) => {
    const frames = await makeFrames(door, LOOK_PICTURES, seededRandom(seed));
    const verdict = judgeBurst(await Promise.all(frames.map(look)), 'burst', profile);
    return verdict.ok && cosine(verdict.embedding, template) >= OWN_ABOVE ? frames : null;
  };

  const forOwn = async (door: Buffer, template: Float32Array, seed: number) => {
    const frames = await makeFrames(door, 1, seededRandom(seed + 1));
    const [frame] = frames;
    const verdict = frame && checkSingleFace(await look(frame), 'attendance');
    if (!verdict?.ok || !verdict.face.embedding) return null;
    const isLive = (verdict.face.liveness ?? 0) >= profile.liveAbove;
    return isLive && cosine(verdict.face.embedding, template) >= OWN_ABOVE ? frames : null;
  };

  return async (candidate: Candidate, wanted: Means, seed: number): Promise<Judged | string> => {
    const template = await templateOf(candidate.enrolment);
    if (typeof template === 'string') return template;
    const { door } = candidate;
    // Who passes for alive in several pictures only, comes to a kiosk.
    const own = wanted === 'own' ? await forOwn(door, template, seed) : null;
    if (own) return { ...candidate, template, sent: { own } };
    const kiosk = await forKiosk(door, template, seed);
    if (kiosk) return { ...candidate, template, sent: { kiosk } };
    return 'picture at the door: not taken for the person, or not for alive';
  };
}

const photoOf = (text: string): Buffer => Buffer.from(text, 'base64');

/** Opens the pictures of somebody; null for who looks past the camera in all of them. */
type Opener = () => Promise<Candidate | null>;

/** Everybody of the folder as they are; then, where that is not enough, blends of those with one photo. */
async function* candidates(photos: PhotoPeople, wanted: number): AsyncGenerator<Opener> {
  const isEnough = wanted <= photos.count * REAL_SHARE;
  const real = isEnough ? photos.count : photos.withSeveral;
  for (let at = 0; at < real; at += 1)
    yield async () => {
      const person = await photos.open(at);
      return (
        person && {
          kind: person.doorPhoto,
          enrolment: person.enrolment.map(photoOf),
          door: photoOf(person.door),
        }
      );
    };
  if (isEnough) return;
  const parents: Buffer[] = [];
  for (let at = real; at < photos.count; at += 1) {
    const [photo] = (await photos.open(at))?.enrolment ?? [];
    if (photo !== undefined) parents.push(photoOf(photo));
  }
  let made = 0;
  for (const [one, other] of pairsOf(parents.length)) {
    const [first, second] = [parents[one], parents[other]];
    if (!first || !second) continue;
    made += 1;
    const seed = made;
    yield async () => {
      const photo = await blend(first, second);
      return { kind: 'made', enrolment: [photo], door: await asChangedCopy(photo, seededRandom(seed)) };
    };
  }
}

async function keep(folder: string, code: string, { kind, enrolment, sent }: Judged): Promise<RushPerson> {
  const names = enrolment.map((_, at) => `${code}_${at + 1}.jpg`);
  await Promise.all(enrolment.map((photo, at) => writeFile(join(folder, names[at] ?? ''), photo)));
  const means: Means = sent.own ? 'own' : 'kiosk';
  const file = `${code}.sent`;
  await writeFile(
    join(folder, file),
    sent.own?.[0] ?? formOfPictures(sent.kiosk ?? [], (images) => ({ images })),
  );
  return { code, means, kind, enrolment: names, sent: file };
}

/** The folder of a school of this size, inside a folder that may be kept from run to run. */
const folderOf = (inside: string, sha256: string, wanted: number): string => {
  const name = createHash('sha256').update(`${sha256} ${RECIPE} ${wanted} ${LOOK_PICTURES}`).digest('hex');
  return join(inside, `people-${wanted}-${name.slice(0, 12)}`);
};

const MANIFEST = 'people.json';
const BEGUN = 'begun.json';
const TEMPLATES = 'templates.f32';
/** What was done is written down after so many people: choosing thousands takes an hour, and may be stopped. */
const WRITTEN_AFTER = 100;

/** How far an earlier run came. */
interface Begun {
  readonly people: RushPerson[];
  readonly leftOut: Record<string, number>;
  readonly looked: number;
}

async function readBegun(folder: string): Promise<Begun & { readonly templates: Float32Array[] }> {
  const text = await readFile(join(folder, BEGUN), 'utf8').catch(() => null);
  if (text === null) return { people: [], leftOut: {}, looked: 0, templates: [] };
  const begun = JSON.parse(text) as Begun; // written below
  const bytes = await readFile(join(folder, TEMPLATES));
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const length = all.length / begun.people.length;
  const templates = begun.people.map((_, at) => all.slice(at * length, (at + 1) * length));
  return { ...begun, templates };
}

async function writeBegun(folder: string, begun: Begun, templates: readonly Float32Array[]): Promise<void> {
  await rm(join(folder, BEGUN), { force: true });
  await writeFile(
    join(folder, TEMPLATES),
    Buffer.concat(templates.map((each) => new Uint8Array(each.buffer))),
  );
  await writeFile(join(folder, `${BEGUN}.part`), JSON.stringify(begun));
  await rename(join(folder, `${BEGUN}.part`), join(folder, BEGUN));
}

/**
 * Chooses people who are told apart and taken for alive, and writes their pictures into files. Whom the networks would
 * refuse is left out here, because the bench is about load: it says nothing about how well faces are recognised.
 */
export async function choosePeople(
  photos: PhotoPeople,
  engine: FaceEngine,
  { wanted, inside }: { readonly wanted: number; readonly inside: string },
): Promise<Chosen> {
  const folder = folderOf(inside, photos.sha256, wanted);
  const before = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (before !== null) return { ...(JSON.parse(before) as Omit<Chosen, 'folder'>), folder }; // written below
  await mkdir(folder, { recursive: true });
  const judge = createJudge(engine, await createFrameMaker());
  const begun = await readBegun(folder);
  const { people, leftOut, templates } = begun;
  const crowd = createCrowd(templates);
  const leaveOut = (reason: string) => {
    leftOut[reason] = (leftOut[reason] ?? 0) + 1;
  };
  let { looked } = begun;
  let written = people.length;
  let since = { looked, taken: people.length };

  const judgeAll = async (batch: readonly Opener[]): Promise<void> => {
    const judged = await Promise.all(
      batch.map(async (open, at) => {
        const candidate = await open();
        if (!candidate) return 'looks past the camera in every photo';
        return judge(candidate, (looked + at) % 2 === 0 ? 'own' : 'kiosk', looked + at);
      }),
    );
    looked += batch.length;
    for (const each of judged) {
      if (people.length >= wanted) return;
      if (typeof each === 'string') leaveOut(each);
      else if (!crowd.isApart(each.template)) leaveOut('looks like somebody who is enrolled');
      else {
        crowd.add(each.template);
        people.push(await keep(folder, codeAt(people.length), each));
      }
    }
    if (people.length - written < WRITTEN_AFTER) return;
    written = people.length;
    await writeBegun(folder, { people, leftOut, looked }, templates);
    console.log(`${people.length} of ${wanted} people have pictures, ${looked} candidates looked at`);
  };

  let batch: Opener[] = [];
  let passed = 0;
  for await (const candidate of candidates(photos, wanted)) {
    passed += 1;
    if (passed <= begun.looked) continue;
    if (people.length >= wanted) break;
    if (looked - since.looked >= HOPELESS.tries) {
      if (people.length - since.taken < HOPELESS.taken) break;
      since = { looked, taken: people.length };
    }
    batch.push(candidate);
    if (batch.length < TOGETHER) continue;
    await judgeAll(batch);
    batch = [];
  }
  await judgeAll(batch);
  const chosen = { people, photos_sha256: photos.sha256, left_out: leftOut };
  await writeFile(join(folder, MANIFEST), JSON.stringify(chosen));
  return { ...chosen, folder };
}
