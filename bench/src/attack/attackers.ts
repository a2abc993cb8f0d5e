import type { ChallengeStep, FaceObservation } from '@rollcall/core/faces/face.types';
import { showsStep } from '@rollcall/core/liveness/shown-step.rules';
import type { Sharp } from 'sharp';
import type { Filmed, Frame } from './footage.ts';
import { decode, type Eyes, edit, encode, nearer, type Picture, type Point3 } from './pictures.ts';
import type { Answers } from './target.ts';
import { bend, paste, turn } from './warp.ts';

/** How much closer somebody comes who is asked to. */
const CLOSER = 1.4;
/** Angles that an attacker tries until the measured one is enough. */
const ANGLES = [24, 28, 32, 36, 40, 45];

export const pick = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)];

const jpegs = async (...pictures: readonly Picture[]): Promise<Uint8Array[]> =>
  Promise.all(pictures.map((picture) => encode(picture)));

/** Chance, and networks to look at a picture with before it is sent. */
export interface Means {
  readonly random: () => number;
  readonly eyes: Eyes;
}

const fill = { fit: 'fill' } as const;

/** The still as the passive network likes it best, of fourteen crops, blurs and compressions. */
async function bestVariant(still: Picture, eyes: Eyes): Promise<Picture> {
  const { width, height } = still;
  const crops = [1, 0.9, 0.8, 0.7].map(
    (share) => (image: Sharp) =>
      image
        .extract({
          left: Math.floor(((1 - share) * width) / 2),
          top: Math.floor(((1 - share) * height) / 2),
          width: Math.floor(share * width),
          height: Math.floor(share * height),
        })
        .resize(width, height, fill),
  );
  const edits = [0.5, 0.8, 1.2, 1.8].map((sigma) => (image: Sharp) => image.blur(sigma));
  const lights = [0.85, 1.15].map((by) => (image: Sharp) => image.modulate({ brightness: by }));
  const pads = [1.2, 1.5, 1.8, 2.2].map(
    (by) => (image: Sharp) =>
      image.resize(Math.round(width / by), Math.round(height / by), fill).extend({
        left: Math.floor((width - Math.round(width / by)) / 2),
        right: Math.ceil((width - Math.round(width / by)) / 2),
        top: Math.floor((height - Math.round(height / by)) / 2),
        bottom: Math.ceil((height - Math.round(height / by)) / 2),
        extendWith: 'mirror',
      }),
  );
  let best = { picture: still, score: -1 };
  for (const change of [...crops, ...edits, ...lights, ...pads]) {
    const picture = await edit(still, change);
    const score = (await eyes.measure(picture))?.liveness ?? 0;
    if (score > best.score) best = { picture, score };
  }
  return best.picture;
}

/** The same still for everything that is asked. */
export async function bareStill(still: Picture): Promise<Answers> {
  const first = await encode(still);
  // Other compressions are other bytes.
  let quality = 91;
  return { first, answer: async () => [await encode(still, quality--)] };
}

export async function touchedStill(still: Picture, eyes: Eyes): Promise<Answers> {
  return bareStill(await bestVariant(still, eyes));
}

/** Squeezed, sheared and enlarged, as far as a flat picture goes. */
export async function flatStill(still: Picture, eyes: Eyes): Promise<Answers> {
  const front = await bestVariant(still, eyes);
  const { width, height } = front;
  const affine = (matrix: [number, number, number, number]) =>
    edit(front, (image) =>
      image.affine(matrix, { background: '#888' }).resize(width, height, { fit: 'cover' }),
    );
  const answers: Record<ChallengeStep, () => Promise<Picture>> = {
    turn_left: () => affine([0.72, 0.08, 0, 1]),
    turn_right: () => affine([0.72, -0.08, 0, 1]),
    nod: () => affine([1, 0, 0, 0.75]),
    nearer: () => nearer(front, CLOSER),
    blink: () => edit(front, (image) => image.blur(0.6)),
  };
  return { first: await encode(front), answer: async (step) => jpegs(await answers[step]()) };
}

/** Somebody with closed eyes, whose lids are pasted. */
export interface Donor {
  readonly picture: Picture;
  readonly points: readonly Point3[];
}

/** Bent by the mesh that the product itself serves; with pasted eyelids if there are donors. Looks before it sends. */
export async function bentStill(
  still: Picture,
  eyes: Eyes,
  donors: readonly Donor[],
): Promise<Answers | null> {
  const front = await bestVariant(still, eyes);
  const [points, face] = [await eyes.meshOf(front), await eyes.measure(front)];
  if (!points || !face) return null;
  const shows = async (picture: Picture, step: ChallengeStep): Promise<boolean> => {
    const seen = await eyes.measure(picture);
    return seen !== null && showsStep(step, seen, face);
  };
  const turned = async (step: ChallengeStep, yaw: number, pitch: number): Promise<Picture | null> => {
    let last: Picture | null = null;
    for (const angle of ANGLES) {
      last = bend(front, points, turn(points, yaw * angle, pitch * angle));
      if (await shows(last, step)) return last;
    }
    return last;
  };
  const blinking = async (): Promise<Picture | null> => {
    let last: Picture | null = null;
    for (const donor of donors) {
      last = paste(front, points, donor, 'eyes');
      if (await shows(last, 'blink')) return last;
    }
    return last ?? front;
  };
  const answers: Record<ChallengeStep, () => Promise<Picture | null>> = {
    turn_left: () => turned('turn_left', 1, 0),
    turn_right: () => turned('turn_right', -1, 0),
    nod: () => turned('nod', 0, -1),
    nearer: () => nearer(front, CLOSER),
    blink: blinking,
  };
  return {
    first: await encode(front),
    answer: async (step) => {
      const picture = await answers[step]();
      return picture && jpegs(picture);
    },
  };
}

/** How many pictures a page looks at before it gives up. */
const LOOKS = 6;

/**
 * A picture for the step from the film: what a page would send of a person who does what is asked. Somebody who was not
 * filmed coming nearer is enlarged, and looked at again as a page does, which waits for a picture that shows the step
 * and nothing else.
 */
async function fromFilm(
  person: Filmed,
  front: Frame,
  step: ChallengeStep,
  { random, eyes }: Means,
): Promise<Uint8Array | null> {
  const filmed = pick(person.shown(step, front), random);
  if (filmed || step !== 'nearer') return filmed?.jpeg ?? null;
  const others = person.fronts.filter((frame) => frame !== front);
  for (let look = 0; look < LOOKS; look += 1) {
    const other = pick(others, random);
    if (!other) return null;
    const picture = await nearer(await decode(other.jpeg), CLOSER);
    const face = await eyes.measure(picture);
    if (face && showsStep(step, face, front.face)) return encode(picture);
  }
  return null;
}

export function anyFront(film: Filmed, random: () => number): Frame {
  const front = pick(film.fronts, random);
  if (!front) throw new Error(`${film.name} has no picture from the front.`);
  return front;
}

/** The person themselves. */
export function inPerson(person: Filmed, front: Frame, means: Means): Answers {
  return {
    first: front.jpeg,
    answer: async (step) => {
      const frame = await fromFilm(person, front, step, means);
      return frame && [frame];
    },
  };
}

/** One film of every movement, three pictures for each step, whatever is asked. */
export function fixedRecording(person: Filmed, front: Frame, means: Means): Answers {
  const order: readonly ChallengeStep[] = ['blink', 'turn_left', 'turn_right', 'nod', 'nearer'];
  let at = 0;
  return {
    first: front.jpeg,
    answer: async () => {
      const frames: Uint8Array[] = [];
      for (let tries = 0; frames.length < 3 && tries < 10; tries += 1) {
        const step = order[at++ % order.length] ?? 'nearer';
        const frame = await fromFilm(person, front, step, means);
        if (frame) frames.push(frame);
      }
      return frames;
    },
  };
}

/** What is asked, and another movement with it. */
export function moreThanAsked(person: Filmed, front: Frame, means: Means): Answers {
  return {
    first: front.jpeg,
    answer: async (step) => {
      const others = [...person.steps].filter((other) => other !== step);
      const frames = [
        await fromFilm(person, front, step, means),
        await fromFilm(person, front, pick(others, means.random) ?? 'nearer', means),
      ];
      return frames.flatMap((frame) => frame ?? []);
    },
  };
}

/** Turned to one side only; the other is that one mirrored. */
export function mirroredTurns(
  person: Filmed,
  front: Frame,
  missing: 'turn_left' | 'turn_right',
  means: Means,
): Answers {
  const filmed = missing === 'turn_left' ? 'turn_right' : 'turn_left';
  return {
    first: front.jpeg,
    answer: async (step) => {
      const frame = await fromFilm(person, front, step === missing ? filmed : step, means);
      if (!frame || step !== missing) return frame && [frame];
      return jpegs(await edit(await decode(frame), (image) => image.flop()));
    },
  };
}

/** The victim from the front, somebody else for the movements. */
export function strangerMoves(front: Frame, stranger: Filmed, means: Means): Answers {
  const own = pick(stranger.fronts, means.random);
  return {
    first: front.jpeg,
    answer: async (step) => {
      const frame = own && (await fromFilm(stranger, own, step, means));
      return frame ? [frame] : null;
    },
  };
}

/** The victim's face, from one still, on everything that a live person does. */
export async function swappedFace(
  still: Picture,
  actor: Filmed,
  front: Frame,
  means: Means,
): Promise<Answers | null> {
  const { eyes } = means;
  const points = await eyes.meshOf(still);
  if (!points) return null;
  const swap = async (frame: Uint8Array): Promise<Picture | null> => {
    const picture = await decode(frame);
    const target = await eyes.meshOf(picture);
    return target && paste(picture, target, { picture: still, points }, 'face');
  };
  const first = await swap(front.jpeg);
  if (!first) return null;
  return {
    first: await encode(first),
    answer: async (step) => {
      const frame = await fromFilm(actor, front, step, means);
      const swapped = frame && (await swap(frame));
      return swapped && jpegs(swapped);
    },
  };
}

/** As a camera sees a screen: its pixels beat with the camera's, it glows bluish, and its edge is in the picture. */
export async function filmedFromScreen(picture: Picture, random: () => number): Promise<Picture> {
  const { width, height } = picture;
  const [period, angle, phase] = [2.2 + random() * 1.5, random() * 0.6, random() * 6];
  const soft = await edit(picture, (image) => image.blur(0.7));
  const data = Uint8Array.from(soft.data, (value, at) => {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    const beat =
      1 +
      0.07 * Math.sin((2 * Math.PI * (x + angle * y)) / period + phase) +
      0.05 * Math.sin((2 * Math.PI * y) / (period + 0.4));
    const tint = [0.92, 1, 1.12][at % 3] ?? 1;
    return Math.max(0, Math.min(255, Math.round((18 + 0.88 * value) * beat * tint)));
  });
  const share = 0.8;
  const [w, h] = [Math.round(share * width), Math.round(share * height)];
  const framed = await edit({ width, height, data }, (image) =>
    image.resize(w, h, fill).extend({
      left: Math.floor((width - w) / 2),
      right: Math.ceil((width - w) / 2),
      top: Math.floor((height - h) / 2),
      bottom: Math.ceil((height - h) / 2),
      background: '#101014',
    }),
  );
  return framed;
}

/** Filmed from a screen: everything, or the movements only. */
export function fromScreen(
  person: Filmed,
  front: Frame,
  part: 'everything' | 'movements',
  means: Means,
): Promise<Answers> {
  const film = async (frame: Uint8Array) => filmedFromScreen(await decode(frame), means.random);
  return Promise.resolve(
    part === 'everything' ? film(front.jpeg).then((picture) => encode(picture)) : front.jpeg,
  ).then((first) => ({
    first,
    answer: async (step: ChallengeStep) => {
      const frame = await fromFilm(person, front, step, means);
      return frame && jpegs(await film(frame));
    },
  }));
}

/** Pictures with closed eyes, whose lids fit others. */
export async function donorsOf(people: readonly Filmed[], eyes: Eyes, most: number): Promise<Donor[]> {
  const donors: Donor[] = [];
  const isShut = ({ measures }: FaceObservation) =>
    Math.max(measures.eyeOpenness.left, measures.eyeOpenness.right) < 0.25 &&
    Math.abs(measures.pose.yaw) < 10;
  for (const person of people) {
    const front = person.fronts[0];
    const shut = front && person.shown('blink', front).find(({ face }) => isShut(face));
    const picture = shut && (await decode(shut.jpeg));
    const points = picture && (await eyes.meshOf(picture));
    if (picture && points) donors.push({ picture, points });
    if (donors.length >= most) break;
  }
  return donors;
}
