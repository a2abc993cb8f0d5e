import type { Box, FaceMeasures } from '@rollcall/core/faces/face.types';
import { FACE_PLANES_SIZE, type FacePlanes } from './align.ts';
import type { Pyramid } from './pixels.ts';

const SIZE = FACE_PLANES_SIZE;
/** The oval of the face inside the aligned crop, without hair and background. */
const OVAL = { x: 56, y: 66, halfWidth: 36, halfHeight: 46 };

function insideOval(x: number, y: number): boolean {
  return ((x - OVAL.x) / OVAL.halfWidth) ** 2 + ((y - OVAL.y) / OVAL.halfHeight) ** 2 <= 1;
}

/** Luminance per pixel, 0..1. */
function luminance(face: FacePlanes): Float32Array {
  const out = new Float32Array(SIZE * SIZE);
  for (let i = 0; i < out.length; i++) {
    out[i] = 0.299 * (face.red[i] ?? 0) + 0.587 * (face.green[i] ?? 0) + 0.114 * (face.blue[i] ?? 0);
  }
  return out;
}

export type LightMeasures = Pick<FaceMeasures, 'brightness' | 'contrast' | 'sharpness'>;

/**
 * Brightness, contrast and sharpness of the aligned face. Sharpness is fine detail relative to overall variation,
 * so that it does not depend on the light.
 */
export function measureLight(face: FacePlanes): LightMeasures {
  const light = luminance(face);
  let [count, sum, squares, detail] = [0, 0, 0, 0];
  for (let y = 1; y < SIZE - 1; y++) {
    for (let x = 1; x < SIZE - 1; x++) {
      if (!insideOval(x, y)) continue;
      const at = y * SIZE + x;
      const value = light[at] ?? 0;
      const around =
        (light[at - 1] ?? 0) + (light[at + 1] ?? 0) + (light[at - SIZE] ?? 0) + (light[at + SIZE] ?? 0);
      count++;
      sum += value;
      squares += value * value;
      detail += (around - 4 * value) ** 2;
    }
  }
  const brightness = sum / count;
  const variance = Math.max(squares / count - brightness * brightness, 0);
  return {
    brightness,
    contrast: Math.sqrt(variance),
    sharpness: variance === 0 ? 0 : Math.sqrt(detail / count / variance),
  };
}

/** Share of the face box that lies inside the image. */
export function visiblePart(image: Pyramid, box: Box): number {
  const width = Math.min(box.x + box.width, image.width) - Math.max(box.x, 0);
  const height = Math.min(box.y + box.height, image.height) - Math.max(box.y, 0);
  return width <= 0 || height <= 0 ? 0 : (width * height) / (box.width * box.height);
}
