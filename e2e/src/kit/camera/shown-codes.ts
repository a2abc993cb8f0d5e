import sharp from 'sharp';
import { encode } from 'uqr';
import type { ClipFrame } from './fake-camera.ts';

const WIDTH = 640;
const HEIGHT = 480;
const WALL = '#8d8a84';
/** A hand is never quite straight. */
const TILT = 7;

/** A picture that is held up to the camera: white around it, a little tilted, in front of a plain wall. */
export async function heldUp(picture: Uint8Array, height = 300): Promise<ClipFrame[]> {
  const card = await sharp(picture)
    .resize({ height })
    .extend({ top: 16, bottom: 16, left: 16, right: 16, background: '#fff' })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
  const tilted = await sharp(card).rotate(TILT, { background: WALL }).blur(0.6).png().toBuffer();
  const jpeg = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: WALL } })
    .composite([{ input: tilted, gravity: 'centre' }])
    .jpeg({ quality: 85 })
    .toBuffer();
  return [{ jpeg, seconds: 1 }];
}

/** A printed card with this code, about as large as one is a hand's breadth away from the camera. */
export function heldUpCard(text: string): Promise<ClipFrame[]> {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `<rect x="${x}" y="${y}" width="1" height="1"/>` : '')),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="600" height="600" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/>${squares.join('')}</svg>`;
  return heldUp(Buffer.from(svg), 150);
}
