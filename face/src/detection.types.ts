import type { Point } from '@rollcall/core/faces/face.types';

/** What the detector says of one face, in pixels of the image. */
export interface Detection {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly score: number;
  /** The person's right and left eye. */
  readonly rightEye: Point;
  readonly leftEye: Point;
}
