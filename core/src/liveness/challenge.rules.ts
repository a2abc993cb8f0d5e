import type { RecogniserProfile } from '../faces/face.ports.ts';
import type { ChallengeStep, FaceObservation, ImageAnalysis } from '../faces/face.types.ts';
import { findSingleFace } from '../faces/face-quality.rules.ts';
import { cosine } from '../faces/match.rules.ts';
import type { RandomSource } from '../kernel/random.ts';
import { homographyResidual, mirrorOutline } from './flatness.rules.ts';

export const MAX_CHALLENGE_FRAMES = 6;

/** Degrees and shares of openness; measured on videos of real turns and blinks and on distorted still photos. */
const FRONTAL_YAW = 10;
const TURNED_YAW = 18;
const TURNED_BY = 15;
/** A head turned by 15 degrees has a residual of 0.07 to 0.1, a moved or re-encoded still photo at most 0.03. */
const MIN_DEPTH_RESIDUAL = 0.05;
const BLINK_OPEN = 0.6;
const BLINK_CLOSED = 0.45;
const BLINK_DROP = 0.35;

export type ChallengeProblem =
  | 'no_frames'
  | 'too_many_frames'
  | 'no_face'
  | 'several_faces'
  | 'different_people'
  | 'not_live'
  | 'not_frontal'
  | 'step_not_seen';

type ChallengeOutcome =
  /** `frontal` is the frame to recognise the person by. */
  | { readonly ok: true; readonly frontal: FaceObservation }
  | { readonly ok: false; readonly problem: ChallengeProblem };

/** True when the head itself turned; false for a flat picture that was moved, distorted or mirrored. */
function movedInDepth(before: FaceObservation, after: FaceObservation): boolean {
  if (before.outline === undefined || after.outline === undefined) return false;
  const residuals = [
    homographyResidual(before.outline, after.outline),
    homographyResidual(mirrorOutline(before.outline), after.outline),
  ];
  return residuals.every((residual) => residual !== null && residual >= MIN_DEPTH_RESIDUAL);
}

function turned(frontal: FaceObservation, frame: FaceObservation, direction: 1 | -1): boolean {
  const yaw = direction * frame.measures.pose.yaw;
  const by = yaw - direction * frontal.measures.pose.yaw;
  return yaw >= TURNED_YAW && by >= TURNED_BY && movedInDepth(frontal, frame);
}

function blinked(frontal: FaceObservation, frame: FaceObservation): boolean {
  const [open, closed] = [frontal.measures.eyeOpenness, frame.measures.eyeOpenness];
  // Turning the head also hides the eyes; in a blink the head stays still.
  const still = Math.abs(frame.measures.pose.yaw - frontal.measures.pose.yaw) < TURNED_BY;
  const eye = (before: number, after: number) => after <= BLINK_CLOSED && before - after >= BLINK_DROP;
  return still && eye(open.left, closed.left) && eye(open.right, closed.right);
}

function stepSeen(step: ChallengeStep, frontal: FaceObservation, frame: FaceObservation): boolean {
  switch (step) {
    case 'turn_left':
      return turned(frontal, frame, 1);
    case 'turn_right':
      return turned(frontal, frame, -1);
    case 'blink':
      return blinked(frontal, frame);
  }
}

function isFrontal({ measures }: FaceObservation): boolean {
  const { left, right } = measures.eyeOpenness;
  return Math.abs(measures.pose.yaw) <= FRONTAL_YAW && Math.min(left, right) >= BLINK_OPEN;
}

/** Median of the passive liveness scores; frames analysed without liveness do not count. */
function medianLiveness(faces: readonly FaceObservation[]): number | null {
  const scores = faces
    .flatMap(({ liveness }) => (liveness === null ? [] : [liveness]))
    .toSorted((a, b) => a - b);
  return scores[Math.floor(scores.length / 2)] ?? null;
}

const failed = (problem: ChallengeProblem): ChallengeOutcome => ({ ok: false, problem });

/**
 * Verifies an active liveness challenge from frames in the order taken: the person first looks at the camera, then
 * does the steps in order. Every check must pass.
 */
export function verifyChallenge(input: {
  readonly frames: readonly ImageAnalysis[];
  readonly steps: readonly ChallengeStep[];
  readonly profile: RecogniserProfile;
}): ChallengeOutcome {
  const { frames, steps, profile } = input;
  if (frames.length === 0 || steps.length === 0) return failed('no_frames');
  if (frames.length > MAX_CHALLENGE_FRAMES) return failed('too_many_frames');
  const faces: FaceObservation[] = [];
  for (const frame of frames) {
    const found = findSingleFace(frame, 'attendance');
    if (!found.ok) return failed(found.reason);
    faces.push(found.face);
  }
  const embeddings = faces.map((face) => face.embedding);
  const samePerson = embeddings.every(
    (one) =>
      one !== null &&
      embeddings.every((other) => other !== null && cosine(one, other) >= profile.agreeThreshold),
  );
  if (!samePerson) return failed('different_people');
  const liveness = medianLiveness(faces);
  if (liveness !== null && !(liveness >= profile.spoofBelow)) return failed('not_live');
  const start = faces.findIndex(isFrontal);
  const frontal = faces[start];
  if (frontal === undefined) return failed('not_frontal');
  let next = start + 1;
  for (const step of steps) {
    const offset = faces.slice(next).findIndex((face) => stepSeen(step, frontal, face));
    if (offset < 0) return failed('step_not_seen');
    next += offset + 1;
  }
  return { ok: true, frontal };
}

export const SCAN_LIFETIME_MS = 30_000;

/** Every challenge contains a turn, because a blink can be edited into a still photo. */
const CHALLENGES: readonly (readonly ChallengeStep[])[] = [
  ['turn_left'],
  ['turn_right'],
  ['turn_left', 'turn_right'],
  ['turn_right', 'turn_left'],
  ['blink', 'turn_left'],
  ['blink', 'turn_right'],
];

/** Draws a random challenge, so that the steps cannot be recorded in advance. */
export function chooseChallenge(random: RandomSource): readonly ChallengeStep[] {
  // 252 is the largest multiple of 6 in a byte; larger values are drawn again to keep the choice uniform.
  for (;;) {
    const byte = random.bytes(1)[0] ?? 255;
    const chosen = byte < 252 ? CHALLENGES[byte % CHALLENGES.length] : undefined;
    if (chosen) return chosen;
  }
}

export const CHALLENGE_MESSAGES: Readonly<Record<ChallengeProblem, string>> = {
  no_frames: 'No movement was recorded. Please try again and follow the steps.',
  too_many_frames: 'Too many pictures were sent. Please try again.',
  no_face: 'Your face left the picture. Please stay in front of the camera.',
  several_faces: 'More than one face in the picture. Please stand alone in front of the camera.',
  different_people: 'The pictures show different people. Please try again.',
  not_live: 'This looks like a picture or a screen. Please stand in front of the camera yourself.',
  not_frontal: 'Start by looking straight at the camera.',
  step_not_seen: 'The movement was not seen. Please move a little more clearly.',
};
