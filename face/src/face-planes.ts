import type { Affine } from './affine.ts';
import { samplePixels } from './pixels.ts';
import type { Pyramid } from './pyramid.ts';

/** The aligned face as three planes of 0..1, for everything that is measured on it. */
export interface FacePlanes {
  readonly size: number;
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}

export const FACE_PLANES_SIZE = 112;

export function facePlanes(image: Pyramid, crop: Affine): FacePlanes {
  const size = FACE_PLANES_SIZE;
  const planes = samplePixels(image, crop, {
    width: size,
    height: size,
    border: 'black',
    detail: 'fine',
    order: 'rgb',
    mean: 0,
    scale: 1 / 255,
  });
  const plane = (index: number) => planes.subarray(index * size * size, (index + 1) * size * size);
  return { size, red: plane(0), green: plane(1), blue: plane(2) };
}
