import { cosine } from './embedding.rules.ts';
import type { RecogniserProfile } from './face.ports.ts';
import type { ChallengeStep, FaceObservation, ImageAnalysis } from './face.types.ts';
import { judgeSolitude } from './face-quality.rules.ts';
import { departureFromFlat, mirrorOutline } from './flatness.rules.ts';

export const MAX_CHALLENGE_FRAMES = 6;

/** Degrees and shares; measured on videos of real turns and blinks, and on stills bent in every way we knew. */
const FRONTAL_YAW = 10;
const TURNED_YAW = 18;
const TURNED_BY = 15;
/** A head turned by 15 degrees departs from flat by 0.07 to 0.1; a re-encoded or moved still by up to 0.03. */
const SOLID_DEPARTURE = 0.05;
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

export type ChallengeOutcome =
  /** The frontal frame is the one to recognise the person by. */
  | { readonly ok: true; readonly frontal: FaceObservation }
  | { readonly ok: false; readonly problem: ChallengeProblem };

/** Did the head itself move in depth, or was a flat picture moved, bent or mirrored? */
function movedInDepth(before: FaceObservation, after: FaceObservation): boolean {
  if (before.outline === undefined || after.outline === undefined) return false;
  const departures = [
    departureFromFlat(before.outline, after.outline),
    departureFromFlat(mirrorOutline(before.outline), after.outline),
  ];
  return departures.every((departure) => departure !== null && departure >= SOLID_DEPARTURE);
}

function turned(frontal: FaceObservation, frame: FaceObservation, direction: 1 | -1): boolean {
  const yaw = direction * frame.measures.pose.yaw;
  const by = yaw - direction * frontal.measures.pose.yaw;
  return yaw >= TURNED_YAW && by >= TURNED_BY && movedInDepth(frontal, frame);
}

function blinked(frontal: FaceObservation, frame: FaceObservation): boolean {
  const [open, closed] = [frontal.measures.eyeOpenness, frame.measures.eyeOpenness];
  // Looking down also hides the eye; a blink leaves the head where it was.
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

/** Middle value; frames that were not asked for liveness do not count. */
function typicalLiveness(faces: readonly FaceObservation[]): number | null {
  const scores = faces
    .flatMap(({ liveness }) => (liveness === null ? [] : [liveness]))
    .toSorted((a, b) => a - b);
  return scores[Math.floor(scores.length / 2)] ?? null;
}

const failed = (problem: ChallengeProblem): ChallengeOutcome => ({ ok: false, problem });

/**
 * Frames in the order taken. First the person looks at the camera, then does what was asked, in the order asked.
 * Every check must hold: one of them failing is a refusal, whatever the others say.
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
    const alone = judgeSolitude(frame, 'attendance');
    if (!alone.ok) return failed(alone.reason);
    faces.push(alone.face);
  }
  const embeddings = faces.map((face) => face.embedding);
  const samePerson = embeddings.every(
    (one) =>
      one !== null &&
      embeddings.every((other) => other !== null && cosine(one, other) >= profile.agreeThreshold),
  );
  if (!samePerson) return failed('different_people');
  const liveness = typicalLiveness(faces);
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
