import type { ChallengeStep, FaceObservation } from '../faces/face.types.ts';
import { hasOtherMovement } from './challenge.rules.ts';

/*
 * Thresholds of a page for sending a picture. They are a little stricter than the server's (challenge.rules.ts), whose
 * measurement of the same picture may differ by a degree. TOO_FAR is an upper limit: a profile is hard to recognise.
 */
const TURNED = 21;
const TURNED_BY = 18;
const TOO_FAR = 45;
const NODDED_BY = 15;
const NEARER_BY = 1.3;
const EYES_SHUT = 0.4;
const EYES_DROP = 0.38;

/** Whether the face shows the movement of the step, and no other. `front` is the face of the first picture. */
export function showsStep(step: ChallengeStep, face: FaceObservation, front: FaceObservation): boolean {
  const { pose, eyeOpenness, eyeDistance } = face.measures;
  const before = front.measures;
  if (hasOtherMovement(step, viewOf(front), face)) return false;
  switch (step) {
    case 'turn_left':
    case 'turn_right': {
      const side = step === 'turn_left' ? 1 : -1;
      const yaw = side * pose.yaw;
      return yaw >= TURNED && yaw <= TOO_FAR && yaw - side * before.pose.yaw >= TURNED_BY;
    }
    case 'nod':
      return before.pose.pitch - pose.pitch >= NODDED_BY;
    case 'nearer':
      return eyeDistance >= NEARER_BY * before.eyeDistance;
    case 'blink': {
      const { left, right } = eyeOpenness;
      const drop = Math.min(before.eyeOpenness.left - left, before.eyeOpenness.right - right);
      return Math.max(left, right) <= EYES_SHUT && drop >= EYES_DROP;
    }
  }
}

const viewOf = ({ measures: { pose, eyeDistance } }: FaceObservation) => ({
  yaw: pose.yaw,
  pitch: pose.pitch,
  eyeDistance,
});
