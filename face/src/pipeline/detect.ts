import type { Box, Point } from '@rollcall/core/faces/face.types';
import { squareCrop } from './affine.ts';
import type { FaceNetwork } from './pipeline.ports.ts';
import { type Pyramid, samplePixels } from './pixels.ts';

/** One detected face, in pixels of the image. */
export interface Detection {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly score: number;
  /** The person's own right and left eye. */
  readonly rightEye: Point;
  readonly leftEye: Point;
}

/** Side of the smallest tiles: the detector finds faces 40 pixels wide in them; smaller ones cannot be recognised. */
const SMALLEST_TILE = 448;
/** Step between tiles, as a share of their side: they overlap by a third, so that a face on a seam is whole in one. */
const STEP = 2 / 3;

function tileStarts(length: number, tile: number): number[] {
  if (tile >= length) return [0];
  const count = Math.ceil((length - tile) / (tile * STEP)) + 1;
  return Array.from({ length: count }, (_, i) => ((length - tile) * i) / (count - 1));
}

function tiles(width: number, height: number): Box[] {
  const found: Box[] = [];
  for (let tile = SMALLEST_TILE; tile < Math.max(width, height); tile *= 2) {
    for (const y of tileStarts(height, tile)) {
      for (const x of tileStarts(width, tile)) {
        found.push({ x, y, width: Math.min(tile, width), height: Math.min(tile, height) });
      }
    }
  }
  return found;
}

/**
 * The windows to search, in rounds; a later round is for images without a face in the earlier ones. First the whole
 * image, for a group also in tiles so that the back row is found. Then the image at half size with a border, because
 * a face that fills the frame is larger than the detector expects.
 */
export function searchRounds(width: number, height: number, scene: 'one' | 'many'): Box[][] {
  const whole = { x: 0, y: 0, width, height };
  const far = { x: -width / 2, y: -height / 2, width: 2 * width, height: 2 * height };
  return [scene === 'one' ? [whole] : [whole, ...tiles(width, height)], [far]];
}

/** Intersection over union of two boxes. */
function overlap(one: Detection, other: Detection): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (one.width * one.height + other.width * other.height - shared);
}

/** Score-weighted mean of several detections of one face, steadier than the best one alone. */
function blend(group: readonly Detection[], best: Detection): Detection {
  const total = group.reduce((sum, item) => sum + item.score, 0);
  const mean = (read: (item: Detection) => number) =>
    group.reduce((sum, item) => sum + read(item) * item.score, 0) / total;
  const point = (read: (item: Detection) => Point): Point => ({
    x: mean((item) => read(item).x),
    y: mean((item) => read(item).y),
  });
  return {
    x: mean((item) => item.x),
    y: mean((item) => item.y),
    width: mean((item) => item.width),
    height: mean((item) => item.height),
    score: best.score,
    rightEye: point((item) => item.rightEye),
    leftEye: point((item) => item.leftEye),
  };
}

/** Merges overlapping detections (weighted non-maximum suppression): one per face, best score first. */
export function mergeDetections(found: readonly Detection[], sameAbove: number): Detection[] {
  let rest = found.toSorted((a, b) => b.score - a.score);
  const merged: Detection[] = [];
  for (let best = rest[0]; best !== undefined; best = rest[0]) {
    const leader = best;
    const group = rest.filter((item) => item === leader || overlap(item, leader) > sameAbove);
    merged.push(blend(group, leader));
    rest = rest.filter((item) => !group.includes(item));
  }
  return merged;
}

const SIZE = 192;
const GRID = 48;
const NUMBERS_PER_CELL = 16;
/** Lower than the model's own 0.6, because the mesh network checks every candidate again. */
const MIN_SCORE = 0.45;
const SAME_FACE_OVERLAP = 0.3;

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Runs the detector once on a square around one window of the image. */
async function detectInWindow(network: FaceNetwork, image: Pyramid, window: Box): Promise<Detection[]> {
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
  const [regressors, scores] = await network.run(input, [1, 3, SIZE, SIZE]);
  if (regressors === undefined || scores === undefined) throw new Error('The detector returned no output.');
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

/** Finds the faces in all windows, one detection per face. */
export async function detectFaces(
  network: FaceNetwork,
  image: Pyramid,
  windows: readonly Box[],
): Promise<Detection[]> {
  const found: Detection[] = [];
  for (const window of windows) found.push(...(await detectInWindow(network, image, window)));
  return mergeDetections(found, SAME_FACE_OVERLAP);
}
