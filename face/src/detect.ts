import type { Box, Point } from '@rollcall/core/faces/face.types';
import { squareCrop } from './affine.ts';
import type { Detection } from './detection.types.ts';
import { mergeDetections } from './non-max-suppression.ts';
import { samplePixels } from './pixels.ts';
import type { Pyramid } from './pyramid.ts';
import type { OnnxSession } from './runtime.port.ts';

const SIZE = 192;
const GRID = 48;
const NUMBERS_PER_CELL = 16;
/** Lower than the model's own 0.6: the mesh looks at every candidate again and says whether it is a face. */
const MIN_SCORE = 0.45;
const SAME_FACE_OVERLAP = 0.3;

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Every face in one square look at part of the image. */
async function look(session: OnnxSession, image: Pyramid, window: Box): Promise<Detection[]> {
  const side = Math.max(window.width, window.height);
  const center = { x: window.x + window.width / 2, y: window.y + window.height / 2 };
  const map = squareCrop(center, side, 0, SIZE);
  const input = samplePixels(image, map, {
    width: SIZE,
    height: SIZE,
    border: 'black',
    detail: 'coarse',
    order: 'rgb',
    mean: 127.5,
    scale: 1 / 127.5,
  });
  const [regressors, scores] = await session.run(input, [1, 3, SIZE, SIZE]);
  if (regressors === undefined || scores === undefined) throw new Error('The detector answered nothing.');
  const found: Detection[] = [];
  const toPixels = side / SIZE;
  for (let cell = 0; cell < GRID * GRID; cell++) {
    const score = sigmoid(scores[cell] ?? Number.NEGATIVE_INFINITY);
    if (score < MIN_SCORE) continue;
    const numbers = regressors.subarray(cell * NUMBERS_PER_CELL, (cell + 1) * NUMBERS_PER_CELL);
    const anchor = {
      x: (((cell % GRID) + 0.5) / GRID) * SIZE,
      y: ((Math.floor(cell / GRID) + 0.5) / GRID) * SIZE,
    };
    const at = (i: number): Point => ({
      x: map.c + (anchor.x + (numbers[i] ?? 0)) * toPixels,
      y: map.f + (anchor.y + (numbers[i + 1] ?? 0)) * toPixels,
    });
    const [middle, width, height] = [at(0), (numbers[2] ?? 0) * toPixels, (numbers[3] ?? 0) * toPixels];
    if (!(width > 0 && height > 0)) continue;
    found.push({
      x: middle.x - width / 2,
      y: middle.y - height / 2,
      width,
      height,
      score,
      rightEye: at(4),
      leftEye: at(6),
    });
  }
  return found;
}

export async function detectFaces(
  session: OnnxSession,
  image: Pyramid,
  windows: readonly Box[],
): Promise<Detection[]> {
  const found: Detection[] = [];
  for (const window of windows) found.push(...(await look(session, image, window)));
  return mergeDetections(found, SAME_FACE_OVERLAP);
}
