import type { Affine } from './affine.ts';

/** An upright image, red green blue (and perhaps alpha, ignored), row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** The image at full size, a half, a quarter …; each level is computed on first use. */
export interface Pyramid {
  readonly width: number;
  readonly height: number;
  level(index: number): Pixels;
}

/** The image turned upside down. */
export function turnUpsideDown({ width, height, channels, data }: Pixels): Pixels {
  const out = new Uint8Array(data.length);
  for (let from = 0, to = data.length - channels; to >= 0; from += channels, to -= channels)
    for (let c = 0; c < channels; c++) out[to + c] = data[from + c] ?? 0;
  return { width, height, channels, data: out };
}

/** The image with light and dark exchanged. */
export const invert = ({ data, ...image }: Pixels): Pixels => ({
  ...image,
  data: Uint8Array.from(data, (value) => 255 - value),
});

/** The pixels as one number each; null where they are not four aligned bytes. Signed, because larger numbers are slower. */
function wordsOf({ data, channels }: Pixels): Int32Array | null {
  if (channels !== 4 || data.byteOffset % 4 !== 0) return null;
  return new Int32Array(data.buffer, data.byteOffset, data.byteLength / 4);
}

/** Halves an image whose pixels are one number each: two colours are added at a time, in halves of the number. */
function halveWords(words: Int32Array, fullWidth: number, fullHeight: number): Pixels {
  const [width, height] = [fullWidth >> 1, fullHeight >> 1];
  const out = new Int32Array(width * height);
  let to = 0;
  for (let y = 0; y < height; y++) {
    let at = 2 * y * fullWidth;
    let below = at + fullWidth;
    for (let x = 0; x < width; x++) {
      const a = words[at] ?? 0;
      const b = words[at + 1] ?? 0;
      const c = words[below] ?? 0;
      const d = words[below + 1] ?? 0;
      const even = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff) + 0x20002;
      const odd =
        ((a >>> 8) & 0xff00ff) +
        ((b >>> 8) & 0xff00ff) +
        ((c >>> 8) & 0xff00ff) +
        ((d >>> 8) & 0xff00ff) +
        0x20002;
      out[to] = ((even >>> 2) & 0xff00ff) | (((odd >>> 2) & 0xff00ff) << 8);
      to += 1;
      at += 2;
      below += 2;
    }
  }
  return { width, height, channels: 4, data: new Uint8Array(out.buffer) };
}

/** Halves width and height: each pixel of the result is the mean of four. */
function halve(image: Pixels): Pixels {
  const words = wordsOf(image);
  if (words) return halveWords(words, image.width, image.height);
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
      // Unrolled: an inner loop over three colours doubled the time.
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

export interface Sampling {
  readonly width: number;
  readonly height: number;
  /** What is read outside the image: black, or the nearest edge pixel. */
  readonly border: 'black' | 'edge';
  readonly order: 'rgb' | 'bgr';
  /**
   * Fine averages several samples where the crop shrinks. Coarse is faster and enough for finding points. Plain takes
   * one sample of the full image per pixel, aliasing included, for a network that was trained that way.
   */
  readonly detail: 'coarse' | 'fine' | 'plain';
  /** Output value = (pixel - mean) * scale. */
  readonly mean: number;
  readonly scale: number;
}

/** How many image pixels one output pixel spans. */
function shrinkFactor(map: Affine): number {
  return Math.sqrt(Math.abs(map.a * map.e - map.b * map.d));
}

/** The map for a smaller level. Coordinates start at the image corner, so each level halves them. */
function mapToLevel(map: Affine, level: number): Affine {
  const by = 1 / 2 ** level;
  return { a: map.a * by, b: map.b * by, c: map.c * by, d: map.d * by, e: map.e * by, f: map.f * by };
}

/** Largest shrink at which one bilinear sample per pixel is as good as several for the networks. */
const FINE_SHRINK = 1.25;

/**
 * Cuts a rotated, scaled crop out of an image as the colour planes a network reads. `map` takes crop coordinates
 * to image coordinates. A shrinking crop is averaged to avoid aliasing: it is read from a smaller level of the
 * pyramid, with two samples per side there if `detail` is fine and it still shrinks.
 */
export function samplePixels(pyramid: Pyramid, map: Affine, sampling: Sampling): Float32Array {
  if (sampling.detail === 'plain') return sampleLevel(pyramid.level(0), map, sampling, 1);
  const shrink = shrinkFactor(map);
  const level = shrink >= 2 ? Math.floor(Math.log2(shrink)) : 0;
  const perSide = sampling.detail === 'fine' && shrink / 2 ** level > FINE_SHRINK ? 2 : 1;
  return sampleLevel(pyramid.level(level), mapToLevel(map, level), sampling, perSide);
}

/** The inner loop of all sampling: plain numbers, no allocation per pixel. */
function sampleLevel(image: Pixels, map: Affine, sampling: Sampling, n: number): Float32Array {
  const { width, height, border, order, mean, scale } = sampling;
  const { data, channels } = image;
  const lastX = image.width - 1;
  const lastY = image.height - 1;
  const pitch = image.width * channels;
  const plane = width * height;
  const out = new Float32Array(3 * plane);
  const redPlane = order === 'rgb' ? 0 : 2 * plane;
  const bluePlane = 2 * plane - redPlane;
  const { a, b, c, d, e, f } = map;
  const weight = scale / (n * n);
  const offset = -mean * scale;
  const step = 1 / n;
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let v = j + step / 2; v < j + 1; v += step) {
        for (let u = i + step / 2; u < i + 1; u += step) {
          let x = a * u + b * v + c - 0.5;
          let y = d * u + e * v + f - 0.5;
          if (x < 0 || y < 0 || x > lastX || y > lastY) {
            if (border === 'black' && (x <= -1 || y <= -1 || x >= lastX + 1 || y >= lastY + 1)) continue;
            x = x < 0 ? 0 : x > lastX ? lastX : x;
            y = y < 0 ? 0 : y > lastY ? lastY : y;
          }
          const x0 = x | 0;
          const y0 = y | 0;
          const fx = x - x0;
          const fy = y - y0;
          const w11 = fx * fy;
          const w10 = fy - w11;
          const w01 = fx - w11;
          const w00 = 1 - fx - w10;
          const p = y0 * pitch + x0 * channels;
          const q = x0 < lastX ? p + channels : p;
          const down = y0 < lastY ? pitch : 0;
          const r = p + down;
          const s = q + down;
          red += w00 * (data[p] ?? 0) + w01 * (data[q] ?? 0) + w10 * (data[r] ?? 0) + w11 * (data[s] ?? 0);
          green +=
            w00 * (data[p + 1] ?? 0) +
            w01 * (data[q + 1] ?? 0) +
            w10 * (data[r + 1] ?? 0) +
            w11 * (data[s + 1] ?? 0);
          blue +=
            w00 * (data[p + 2] ?? 0) +
            w01 * (data[q + 2] ?? 0) +
            w10 * (data[r + 2] ?? 0) +
            w11 * (data[s + 2] ?? 0);
        }
      }
      const to = j * width + i;
      out[redPlane + to] = red * weight + offset;
      out[plane + to] = green * weight + offset;
      out[bluePlane + to] = blue * weight + offset;
    }
  }
  return out;
}
