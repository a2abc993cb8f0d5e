import { BURST } from '@rollcall/core/attendance/kiosk/kiosk.rules';
import type { FaceObservation } from '@rollcall/core/faces/face.types';
import type { Hint, Sight } from '../../lib/camera/guidance.rules.ts';

/** Held still for so long, somebody wants to be seen. */
export const STILL_MS = 500;
/** Pictures of one look are so far apart: two of the same moment say no more than one. */
const APART_MS = 110;
/** A face that fills so much of the picture's width belongs to somebody who stands in front, not to a passer-by. */
const LEAST_WIDTH = 0.16;
/** Degrees: whoever looks past the camera does not mean it. */
const MOST_YAW = 20;
const MOST_PITCH = 22;

/** The pictures of somebody who holds still, as they come in. */
export interface Look {
  readonly images: readonly string[];
  readonly at: number;
  /** When the face began to be still. */
  readonly since: number;
}

/** Why a face that is good enough is not asked about; null for one that is. */
function notMeant(face: FaceObservation, pictureWidth: number): 'too_small' | 'turned_away' | null {
  const { yaw, pitch } = face.measures.pose;
  if (face.box.width < LEAST_WIDTH * pictureWidth) return 'too_small';
  return Math.abs(yaw) > MOST_YAW || Math.abs(pitch) > MOST_PITCH ? 'turned_away' : null;
}

/** Whether somebody stands in front of the kiosk and looks into it. */
export function isMeant({ hint, face }: Sight, pictureWidth: number): boolean {
  if (hint !== 'steady' || !face || pictureWidth === 0) return false;
  return notMeant(face, pictureWidth) === null;
}

/**
 * What to tell whoever stands there; null for somebody who only passes by. A face that is held still and not meant would
 * wait for an answer that never comes: it is told what is missing.
 */
export function hintAtKiosk({ hint, face }: Sight, pictureWidth: number): Hint | null {
  const isGood = hint === 'steady' || hint === 'moving';
  const shown = isGood && face && pictureWidth > 0 ? (notMeant(face, pictureWidth) ?? hint) : hint;
  return shown === 'no_face' || shown === 'too_small' ? null : shown;
}

/**
 * Follows a look from picture to picture: null while nobody means it. `capture` gives the present picture as a file, which
 * costs time and is asked for only when it is needed.
 */
export function followLook(
  before: Look | null,
  sight: Sight,
  pictureWidth: number,
  at: number,
  capture: () => string,
): Look | null {
  if (!isMeant(sight, pictureWidth) || !sight.still) return null;
  const { since } = sight.still;
  if (!before || before.since !== since) return { images: [capture()], at, since };
  if (at - before.at < APART_MS) return before;
  // The latest ones: a face is steadier the longer it is held.
  return { images: [...before.images, capture()].slice(-BURST.most), at, since };
}

/** Whether the look is long enough to be sent. */
export const isWhole = ({ images, at, since }: Look): boolean =>
  images.length >= BURST.least && at - since >= STILL_MS;
