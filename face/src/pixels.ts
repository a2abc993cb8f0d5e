import type { Affine } from './affine.ts';
import { mapToLevel, type Pyramid, shrinkOf } from './pyramid.ts';

/** An upright image, red green blue (and perhaps alpha, ignored), row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array | Uint8ClampedArray;
}

export interface Sampling {
  readonly width: number;
  readonly height: number;
  /** Beyond the image: black, or the nearest pixel of its edge. */
  readonly border: 'black' | 'edge';
  readonly order: 'rgb' | 'bgr';
  /** Fine: averaged from several samples where the piece shrinks. Coarse is enough to find points, and faster. */
  readonly detail: 'coarse' | 'fine';
  /** Written as (pixel - mean) * scale. */
  readonly mean: number;
  readonly scale: number;
}

/**
 * Cuts a piece out of an image, turned and scaled, as the planes a network wants. `map` leads from the
 * piece to the image. A piece made smaller is averaged, not picked: from a smaller level of the pyramid,
 * and there, if fine detail is asked for, from two samples per side where it still shrinks.
 */
export function samplePixels(pyramid: Pyramid, map: Affine, sampling: Sampling): Float32Array {
  const shrink = shrinkOf(map);
  const level = shrink >= 2 ? Math.floor(Math.log2(shrink)) : 0;
  const perSide = sampling.detail === 'fine' && shrink / 2 ** level > FINE_SHRINK ? 2 : 1;
  return sampleLevel(pyramid.level(level), mapToLevel(map, level), sampling, perSide);
}

/** Up to here one bilinear sample per pixel loses nothing that a network notices. */
const FINE_SHRINK = 1.25;

/** The one loop every picture goes through: plain numbers, nothing allocated inside. */
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
