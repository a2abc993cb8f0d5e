import type { FaceObservation } from '@rollcall/core/faces/face.types';
import type { Stage } from './challenge.reducer.ts';

/**
 * When a frame is worth sending: a little past what the server asks for (core's challenge.rules.ts), so that its
 * own look at the same frame does not disagree by a degree. Not too far either: a profile is hard to recognise.
 */
const FRONT_YAW = 8;
const EYES_OPEN = 0.65;
const TURNED = 21;
const TURNED_BY = 18;
const TOO_FAR = 45;
const EYES_SHUT = 0.4;
const EYES_DROP = 0.38;
const SAME_DIRECTION = 12;

/** `front` is the face as it looked straight ahead; null until it did. */
export function stageSeen(stage: Stage, face: FaceObservation, front: FaceObservation | null): boolean {
  const { pose, eyeOpenness } = face.measures;
  const { left, right } = eyeOpenness;
  if (stage === 'front') return Math.abs(pose.yaw) <= FRONT_YAW && Math.min(left, right) >= EYES_OPEN;
  const before = front?.measures;
  const by = pose.yaw - (before?.pose.yaw ?? 0);
  if (stage === 'blink') {
    const open = before?.eyeOpenness ?? { left: 1, right: 1 };
    const isShut = Math.max(left, right) <= EYES_SHUT;
    const fell = Math.min(open.left - left, open.right - right) >= EYES_DROP;
    return isShut && fell && Math.abs(by) <= SAME_DIRECTION;
  }
  const side = stage === 'turn_left' ? 1 : -1;
  const yaw = side * pose.yaw;
  return yaw >= TURNED && yaw <= TOO_FAR && side * by >= TURNED_BY;
}
