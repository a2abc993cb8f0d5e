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

export type LightMeasures = Pick<FaceMeasures, 'brightness' | 'contrast' | 'sharpness' | 'evenness'>;

/** Brows, eyes and mouth lie across: a face has less detail to the right than downwards. The median of LFW. */
const USUAL_RATIO = 0.72;

/** Steps to the neighbour in each direction; every second is across the one before. */
const DIRECTIONS = [1, SIZE, SIZE + 1, SIZE - 1] as const;

/**
 * Brightness, contrast and sharpness of the aligned face. Sharpness is fine detail relative to overall variation,
 * so that it does not depend on the light; evenness is the detail of the poorest direction relative to the one
 * across it.
 */
export function measureLight(face: FacePlanes): LightMeasures {
  const light = luminance(face);
  let [count, sum, squares, detail] = [0, 0, 0, 0];
  const along = [0, 0, 0, 0];
  for (let y = 1; y < SIZE - 1; y++) {
    for (let x = 1; x < SIZE - 1; x++) {
      if (!insideOval(x, y)) continue;
      const at = y * SIZE + x;
      const value = light[at] ?? 0;
      count++;
      sum += value;
      squares += value * value;
      let around = 0;
      for (let k = 0; k < 4; k++) {
        const step = DIRECTIONS[k] ?? 1;
        const bend = (light[at - step] ?? 0) + (light[at + step] ?? 0) - 2 * value;
        along[k] = (along[k] ?? 0) + bend * bend;
        if (k < 2) around += bend;
      }
      detail += around * around;
    }
  }
  const brightness = sum / count;
  const variance = Math.max(squares / count - brightness * brightness, 0);
  const [right = 0, down = 0, falling = 0, rising = 0] = along;
  const evenness = (one: number, other: number, usual: number) => {
    const ratio = Math.sqrt((one + 1e-12) / (other + 1e-12)) / usual;
    return Math.min(ratio, 1 / ratio);
  };
  return {
    brightness,
    contrast: Math.sqrt(variance),
    sharpness: variance === 0 ? 0 : Math.sqrt(detail / count / variance),
    evenness: Math.min(evenness(right, down, USUAL_RATIO), evenness(falling, rising, 1)),
  };
}

/** Size of the surroundings relative to the face box, and of the middle that is left out because hair fills it. */
const AROUND = 2.2;
const MIDDLE = 1.3;

/** Mean luminance of what surrounds the face, 0..1; of the face itself where it fills the image. */
export function lightAround(image: Pyramid, box: Box): number {
  const level = Math.max(0, Math.floor(Math.log2(box.width / 16)));
  const { width, height, channels, data } = image.level(level);
  const by = 1 / 2 ** level;
  const [x, y] = [(box.x + box.width / 2) * by, (box.y + box.height / 2) * by];
  const [halfWidth, halfHeight] = [(box.width * by) / 2, (box.height * by) / 2];
  const first = (middle: number, half: number) => Math.max(0, Math.floor(middle - AROUND * half));
  const last = (middle: number, half: number, limit: number) =>
    Math.min(limit, Math.ceil(middle + AROUND * half));
  const around = { sum: 0, count: 0 };
  const inside = { sum: 0, count: 0 };
  for (let j = first(y, halfHeight); j < last(y, halfHeight, height); j++) {
    const dy = Math.abs(j + 0.5 - y) / halfHeight;
    for (let i = first(x, halfWidth); i < last(x, halfWidth, width); i++) {
      const at = (j * width + i) * channels;
      const part = Math.max(dy, Math.abs(i + 0.5 - x) / halfWidth) < MIDDLE ? inside : around;
      part.sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
      part.count++;
    }
  }
  // A narrow rim says nothing about the room.
  const { sum, count } = around.count > 0.2 * inside.count ? around : inside;
  return count === 0 ? 0 : sum / count / 255;
}

/** Share of the face box that lies inside the image. */
export function visiblePart(image: Pyramid, box: Box): number {
  const width = Math.min(box.x + box.width, image.width) - Math.max(box.x, 0);
  const height = Math.min(box.y + box.height, image.height) - Math.max(box.y, 0);
  return width <= 0 || height <= 0 ? 0 : (width * height) / (box.width * box.height);
}
