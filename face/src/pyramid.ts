import type { Affine } from './affine.ts';
import type { Pixels } from './pixels.ts';

/** The image at full size, a half, a quarter …, each made when first asked for. */
export interface Pyramid {
  readonly width: number;
  readonly height: number;
  level(index: number): Pixels;
}

/** Every pixel of the result is the mean of four. */
function halve(image: Pixels): Pixels {
  const { data, channels } = image;
  const [width, height] = [image.width >> 1, image.height >> 1];
  const pitch = image.width * channels;
  const out = new Uint8Array(width * height * 3);
  let to = 0;
  for (let y = 0; y < height; y++) {
    let at = 2 * y * pitch;
    for (let x = 0; x < width; x++) {
      const right = at + channels;
      const below = at + pitch;
      const last = below + channels;
      // Written out: an inner loop over three colours doubled the time.
      out[to] = ((data[at] ?? 0) + (data[right] ?? 0) + (data[below] ?? 0) + (data[last] ?? 0) + 2) >> 2;
      out[to + 1] =
        ((data[at + 1] ?? 0) + (data[right + 1] ?? 0) + (data[below + 1] ?? 0) + (data[last + 1] ?? 0) + 2) >>
        2;
      out[to + 2] =
        ((data[at + 2] ?? 0) + (data[right + 2] ?? 0) + (data[below + 2] ?? 0) + (data[last + 2] ?? 0) + 2) >>
        2;
      to += 3;
      at += 2 * channels;
    }
  }
  return { width, height, channels: 3, data: out };
}

export function createPyramid(image: Pixels): Pyramid {
  const levels = [image];
  return {
    width: image.width,
    height: image.height,
    level: (index) => {
      for (let last = levels[levels.length - 1] ?? image; levels.length <= index; ) {
        last = halve(last);
        levels.push(last);
      }
      return levels[index] ?? image;
    },
  };
}

/** How many image pixels one output pixel spans. */
export function shrinkOf(map: Affine): number {
  return Math.sqrt(Math.abs(map.a * map.e - map.b * map.d));
}

/** The same place on a smaller level. Coordinates count from the corner of the image, so they just halve. */
export function mapToLevel(map: Affine, level: number): Affine {
  const by = 1 / 2 ** level;
  return { a: map.a * by, b: map.b * by, c: map.c * by, d: map.d * by, e: map.e * by, f: map.f * by };
}
