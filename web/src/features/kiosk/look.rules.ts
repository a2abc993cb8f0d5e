import { BURST } from '@rollcall/core/attendance/kiosk/kiosk.rules';
import type { Sight } from '../../lib/camera/guidance.rules.ts';

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

/** Whether somebody stands in front of the kiosk and looks into it. */
export function isMeant({ hint, face }: Sight, pictureWidth: number): boolean {
  if (hint !== 'steady' || !face || pictureWidth === 0) return false;
  const { yaw, pitch } = face.measures.pose;
  return (
    face.box.width >= LEAST_WIDTH * pictureWidth && Math.abs(yaw) <= MOST_YAW && Math.abs(pitch) <= MOST_PITCH
  );
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
