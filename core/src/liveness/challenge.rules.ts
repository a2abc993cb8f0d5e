import type { RecogniserProfile } from '../faces/face.ports.ts';
import {
  CHALLENGE_STEPS,
  type ChallengeStep,
  type FaceObservation,
  type ImageAnalysis,
} from '../faces/face.types.ts';
import { findSingleFace } from '../faces/face-quality.rules.ts';
import { cosine } from '../faces/matching/match.rules.ts';
import type { RandomSource } from '../kernel/random.ts';
import { homographyResidual, mirrorOutline } from './flatness.rules.ts';
import { isMirrored } from './surroundings.rules.ts';

/** Pictures sent for one step. */
export const MAX_STEP_FRAMES = 3;
/** Until the first picture arrives, and then for each step. */
export const SCAN_LIFETIME_MS = 30_000;
export const STEP_LIFETIME_MS = 15_000;
/** Whoever fails is asked for the same steps again: a new draw would let them wait for easy ones. */
export const SAME_STEPS_MS = 5 * 60_000;

/** Degrees and shares of openness; measured on videos of real turns and blinks and on distorted still photos. */
const FRONTAL_YAW = 10;
const FRONTAL_PITCH = 25;
const TURNED_YAW = 18;
const TURNED_BY = 15;
const NODDED_BY = 12;
/** The eyes are that much farther apart in the picture. */
const NEARER_BY = 1.25;
/** A head turned by 15 degrees has a residual of 0.07 to 0.1, a moved or re-encoded still photo at most 0.03. */
const MIN_DEPTH_RESIDUAL = 0.05;
const BLINK_OPEN = 0.6;
const BLINK_CLOSED = 0.45;
const BLINK_DROP = 0.35;

/** Movements beyond these were made, whether they were asked for or not. */
const STRAY = { yaw: 15, pitch: 20, nearer: 1.22, farther: 0.75, eyes: 0.3 } as const;

export type ChallengeProblem =
  | 'no_frames'
  | 'too_many_frames'
  | 'no_face'
  | 'several_faces'
  | 'different_people'
  | 'not_live'
  | 'not_frontal'
  | 'step_not_seen'
  | 'other_movement'
  | 'mirrored'
  | 'seen_before';

/** The picture that a scan begins with, as far as the steps are compared with it. */
export interface FrontView {
  readonly outline: FaceObservation['outline'];
  readonly surroundings: FaceObservation['surroundings'];
  readonly yaw: number;
  readonly pitch: number;
  readonly eyeDistance: number;
  readonly eyeOpenness: { readonly left: number; readonly right: number };
  readonly embedding: Float32Array;
}

export function frontViewOf({ outline, surroundings, measures, embedding }: FaceObservation): FrontView {
  if (!embedding) throw new Error('The engine was asked to embed and did not.');
  const { pose, eyeDistance, eyeOpenness } = measures;
  return {
    outline,
    surroundings,
    yaw: pose.yaw,
    pitch: pose.pitch,
    eyeDistance,
    eyeOpenness,
    embedding,
  };
}

/** Whether the person looks at the camera with open eyes, so that movements can be seen from there. */
export function isFrontal({ measures }: FaceObservation): boolean {
  const { left, right } = measures.eyeOpenness;
  return (
    Math.abs(measures.pose.yaw) <= FRONTAL_YAW &&
    Math.abs(measures.pose.pitch) <= FRONTAL_PITCH &&
    Math.min(left, right) >= BLINK_OPEN
  );
}

/** True when the head itself turned; false for a flat picture that was moved, distorted or mirrored. */
function movedInDepth(before: FrontView['outline'], after: FaceObservation['outline']): boolean {
  if (before === undefined || after === undefined) return false;
  const residuals = [homographyResidual(before, after), homographyResidual(mirrorOutline(before), after)];
  return residuals.every((residual) => residual !== null && residual >= MIN_DEPTH_RESIDUAL);
}

function turned(front: FrontView, frame: FaceObservation, direction: 1 | -1): boolean {
  const yaw = direction * frame.measures.pose.yaw;
  const by = yaw - direction * front.yaw;
  return yaw >= TURNED_YAW && by >= TURNED_BY && movedInDepth(front.outline, frame.outline);
}

function blinked(front: FrontView, { measures }: FaceObservation): boolean {
  const [open, closed] = [front.eyeOpenness, measures.eyeOpenness];
  const eye = (before: number, after: number) => after <= BLINK_CLOSED && before - after >= BLINK_DROP;
  return eye(open.left, closed.left) && eye(open.right, closed.right);
}

function stepSeen(step: ChallengeStep, front: FrontView, frame: FaceObservation): boolean {
  const { pose, eyeDistance } = frame.measures;
  switch (step) {
    case 'turn_left':
      return turned(front, frame, 1);
    case 'turn_right':
      return turned(front, frame, -1);
    case 'nod':
      return front.pitch - pose.pitch >= NODDED_BY;
    case 'nearer':
      return eyeDistance >= NEARER_BY * front.eyeDistance;
    case 'blink':
      return blinked(front, frame);
  }
}

/** Whether the frame shows a movement that belongs to another step: a recording of all of them must not pass. */
export function hasOtherMovement(
  step: ChallengeStep,
  front: Pick<FrontView, 'yaw' | 'pitch' | 'eyeDistance'>,
  { measures }: FaceObservation,
): boolean {
  const { pose, eyeDistance, eyeOpenness } = measures;
  const left = pose.yaw - front.yaw;
  const down = front.pitch - pose.pitch;
  const isTurn = step === 'turn_left' || step === 'turn_right';
  const scale = eyeDistance / front.eyeDistance;
  // Whoever turns or nods shows the eyes nearer together, and the lids lower.
  const isFarther = !isTurn && scale < STRAY.farther;
  const isLookingDown = step === 'nod' && down > NODDED_BY / 2;
  const areShut = Math.max(eyeOpenness.left, eyeOpenness.right) < STRAY.eyes;
  return (
    (step !== 'turn_left' && left > STRAY.yaw) ||
    (step !== 'turn_right' && -left > STRAY.yaw) ||
    (step !== 'nod' && Math.abs(down) > STRAY.pitch) ||
    (step === 'nod' && -down > STRAY.pitch) ||
    (step !== 'nearer' && scale > STRAY.nearer) ||
    isFarther ||
    (step !== 'blink' && !isLookingDown && areShut)
  );
}

type StepOutcome =
  | { readonly ok: true; readonly faces: readonly FaceObservation[] }
  | { readonly ok: false; readonly problem: ChallengeProblem };

const failed = (problem: ChallengeProblem): StepOutcome => ({ ok: false, problem });

/**
 * Verifies one step of a challenge. Every frame must show the same live person as the front picture and no movement
 * that was not asked for; one of them must show the movement that was.
 */
export function verifyStep(input: {
  readonly front: FrontView;
  readonly frames: readonly ImageAnalysis[];
  readonly step: ChallengeStep;
  readonly profile: Pick<RecogniserProfile, 'agreeThreshold' | 'movingSpoofBelow'>;
}): StepOutcome {
  const { front, frames, step, profile } = input;
  if (frames.length === 0) return failed('no_frames');
  if (frames.length > MAX_STEP_FRAMES) return failed('too_many_frames');
  const faces: FaceObservation[] = [];
  for (const frame of frames) {
    const found = findSingleFace(frame, 'attendance');
    if (!found.ok) return failed(found.reason);
    faces.push(found.face);
  }
  const isSamePerson = faces.every(
    ({ embedding }) => embedding !== null && cosine(embedding, front.embedding) >= profile.agreeThreshold,
  );
  if (!isSamePerson) return failed('different_people');
  // The negated comparison also refuses NaN.
  const isLive = faces.every(({ liveness }) => liveness === null || liveness >= profile.movingSpoofBelow);
  if (!isLive) return failed('not_live');
  if (faces.some((face) => hasOtherMovement(step, front, face))) return failed('other_movement');
  if (isTurn(step) && faces.some((face) => isMirrored(front.surroundings, face.surroundings)))
    return failed('mirrored');
  return faces.some((face) => stepSeen(step, front, face)) ? { ok: true, faces } : failed('step_not_seen');
}

/** A uniform choice below `count`. Values that would make it uneven are drawn again. */
function choose(random: RandomSource, count: number): number {
  const limit = 256 - (256 % count);
  for (;;) {
    const byte = random.bytes(1)[0] ?? 255;
    if (byte < limit) return byte % count;
  }
}

const isTurn = (step: ChallengeStep): boolean => step === 'turn_left' || step === 'turn_right';

/** Draws different steps, at least one of them a turn, which no flat picture can show. */
export function drawSteps(
  random: RandomSource,
  count: number,
  from: readonly ChallengeStep[],
): readonly ChallengeStep[] {
  for (;;) {
    const left = [...from];
    const steps = Array.from({ length: count }, () => left.splice(choose(random, left.length), 1)).flat();
    if (steps.some(isTurn)) return steps;
  }
}

/** Three or four steps. */
export const chooseSteps = (random: RandomSource): readonly ChallengeStep[] =>
  drawSteps(random, 3 + choose(random, 2), CHALLENGE_STEPS);

export const CHALLENGE_MESSAGES: Readonly<Record<ChallengeProblem, string>> = {
  no_frames: 'No movement was recorded. Please try again and follow the steps.',
  too_many_frames: 'Too many pictures were sent. Please try again.',
  no_face: 'Your face left the picture. Please stay in front of the camera.',
  several_faces: 'More than one face in the picture. Please stand alone in front of the camera.',
  different_people: 'The pictures show different people. Please try again.',
  not_live: 'This looks like a picture or a screen. Please stand in front of the camera yourself.',
  not_frontal: 'Start by looking straight at the camera.',
  step_not_seen: 'The movement was not seen. Please move a little more clearly.',
  other_movement: 'You moved in another way than asked. Please make only the movement that is shown.',
  mirrored: 'This picture does not fit the first one. Please stay in one place and try again.',
  seen_before: 'This picture was used before. Please look into the camera again.',
};
