import type { Affine } from './affine.ts';
import type { Detection } from './detection.types.ts';
import { samplePixels } from './pixels.ts';
import type { Pyramid } from './pyramid.ts';
import type { OnnxSession } from './runtime.port.ts';

const SIZE = 80;
/** The network judges the surroundings too (a phone's edge, a page's margin): 2.7 times the face. */
const CROP_SCALE = 2.7;
const LIVE_CLASS = 1;

/** As large as wanted where the image allows, else shrunk and pushed inside: it was trained without borders. */
function livenessCrop(image: Pyramid, face: Detection): Affine {
  const scale = Math.min(CROP_SCALE, (image.width - 1) / face.width, (image.height - 1) / face.height);
  const [width, height] = [face.width * scale, face.height * scale];
  const inside = (start: number, length: number, limit: number) =>
    Math.min(Math.max(start, 0), limit - length);
  const left = inside(face.x + (face.width - width) / 2, width, image.width);
  const top = inside(face.y + (face.height - height) / 2, height, image.height);
  return { a: width / SIZE, b: 0, c: left, d: 0, e: height / SIZE, f: top };
}

/** 0: a picture or a screen held to the camera; 1: a live person. Meant for direct camera images only. */
export async function livenessScore(session: OnnxSession, image: Pyramid, face: Detection): Promise<number> {
  const input = samplePixels(image, livenessCrop(image, face), {
    width: SIZE,
    height: SIZE,
    border: 'edge',
    detail: 'fine',
    order: 'rgb',
    mean: 0,
    scale: 1,
  });
  const [logits] = await session.run(input, [1, 3, SIZE, SIZE]);
  if (logits === undefined) throw new Error('The liveness network answered nothing.');
  const highest = Math.max(...logits);
  const total = logits.reduce((sum, value) => sum + Math.exp(value - highest), 0);
  return Math.exp((logits[LIVE_CLASS] ?? 0) - highest) / total;
}
