import type { Affine } from './affine.ts';
import type { Detection } from './detect.ts';
import type { FaceNetwork } from './pipeline.ports.ts';
import { type Pyramid, samplePixels } from './pixels.ts';

const SIZE = 80;
/** Crop size relative to the face box: the network was trained with the surroundings (a phone's edge, a page's margin). */
const CROP_SCALE = 2.7;
const LIVE_CLASS = 1;

/** The crop around the face, shrunk and shifted to stay inside the image: the network was trained without borders. */
function livenessCrop(image: Pyramid, face: Detection): Affine {
  const scale = Math.min(CROP_SCALE, (image.width - 1) / face.width, (image.height - 1) / face.height);
  const [width, height] = [face.width * scale, face.height * scale];
  const clampStart = (start: number, length: number, limit: number) =>
    Math.min(Math.max(start, 0), limit - length);
  const left = clampStart(face.x + (face.width - width) / 2, width, image.width);
  const top = clampStart(face.y + (face.height - height) / 2, height, image.height);
  return { a: width / SIZE, b: 0, c: left, d: 0, e: height / SIZE, f: top };
}

/** Passive liveness, 0 (a photo or a screen held to the camera) to 1 (a live person). Valid for camera images only. */
export async function livenessScore(network: FaceNetwork, image: Pyramid, face: Detection): Promise<number> {
  // Blue first and one bilinear sample per pixel, as the network's makers fed it: in other colours or with smoother
  // pictures it takes prints and screens for people.
  const input = samplePixels(image, livenessCrop(image, face), {
    width: SIZE,
    height: SIZE,
    border: 'edge',
    detail: 'plain',
    order: 'bgr',
    mean: 0,
    scale: 1,
  });
  const [logits] = await network.run(input, [1, 3, SIZE, SIZE]);
  if (logits === undefined) throw new Error('The liveness network returned no output.');
  const highest = Math.max(...logits);
  const total = logits.reduce((sum, value) => sum + Math.exp(value - highest), 0);
  return Math.exp((logits[LIVE_CLASS] ?? 0) - highest) / total;
}
