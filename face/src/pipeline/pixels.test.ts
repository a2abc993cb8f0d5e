import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyAffine, similarityBetween, squareCrop } from './affine.ts';
import { createPyramid, type Pixels, samplePixels } from './pixels.ts';

/** Red increases to the right, green downwards, blue is constant. */
function gradient(width: number, height: number, channels: 3 | 4 = 3): Pixels {
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set([x, y, 77, 255].slice(0, channels), (y * width + x) * channels);
  }
  return { width, height, channels, data };
}

const plain = (size: number) =>
  ({ width: size, height: size, border: 'black', detail: 'fine', order: 'rgb', mean: 0, scale: 1 }) as const;
const identity = { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 };

describe('samplePixels', () => {
  it('copies pixels at scale 1, with and without an alpha channel', () => {
    for (const channels of [3, 4] as const) {
      const out = samplePixels(
        createPyramid(gradient(40, 30, channels)),
        { ...identity, c: 5, f: 7 },
        plain(8),
      );
      expect(out[0]).toBeCloseTo(5);
      expect(out[64]).toBeCloseTo(7);
      expect(out[128]).toBeCloseTo(77);
      expect(out[7]).toBeCloseTo(12);
    }
  });

  it('samples the same position at every shrink factor', () => {
    const image = createPyramid(gradient(200, 200));
    for (const side of [16, 24, 40, 64, 128]) {
      const out = samplePixels(image, squareCrop({ x: 100, y: 100 }, side, 0, 8), plain(8));
      const mean = out.subarray(0, 64).reduce((sum, value) => sum + value, 0) / 64;
      // Smaller levels hold integers, so values are off by up to a half.
      expect(Math.abs(mean - 99.5)).toBeLessThan(1);
    }
  });

  it('averages when shrinking: a fine chequerboard becomes grey', () => {
    const data = Uint8Array.from({ length: 256 * 256 * 3 }, (_, i) => {
      const [x, y] = [Math.floor(i / 3) % 256, Math.floor(i / 3 / 256)];
      return (x + y) % 2 === 0 ? 255 : 0;
    });
    const image = createPyramid({ width: 256, height: 256, channels: 3, data });
    const out = samplePixels(image, squareCrop({ x: 128, y: 128 }, 150, 0.3, 16), plain(16));
    for (const value of out) expect(Math.abs(value - 127.5)).toBeLessThan(15);
  });

  it('applies mean, scale and channel order', () => {
    const image = createPyramid(gradient(20, 20));
    const out = samplePixels(image, identity, { ...plain(4), order: 'bgr', mean: 127.5, scale: 1 / 127.5 });
    expect(out[0]).toBeCloseTo((77 - 127.5) / 127.5);
    expect(out[32]).toBeCloseTo(-1);
  });

  it('never reads outside the image', () => {
    const image = createPyramid(gradient(33, 21));
    fc.assert(
      fc.property(
        fc.record({
          x: fc.double({ min: -300, max: 300, noNaN: true }),
          y: fc.double({ min: -300, max: 300, noNaN: true }),
          side: fc.double({ min: 1, max: 400, noNaN: true }),
          angle: fc.double({ min: -4, max: 4, noNaN: true }),
          border: fc.constantFrom<'black' | 'edge'>('black', 'edge'),
        }),
        ({ x, y, side, angle, border }) => {
          const out = samplePixels(image, squareCrop({ x, y }, side, angle, 12), { ...plain(12), border });
          return out.every((value) => value >= 0 && value <= 255);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('similarityBetween', () => {
  it('finds the rotation, scale and translation that was applied', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        (angle, scale) => {
          const from = [
            { x: 10, y: 3 },
            { x: -4, y: 8 },
            { x: 0, y: -7 },
          ];
          const moved = from.map(({ x, y }) => ({
            x: scale * (Math.cos(angle) * x - Math.sin(angle) * y) + 12,
            y: scale * (Math.sin(angle) * x + Math.cos(angle) * y) - 5,
          }));
          const fit = similarityBetween(from, moved);
          from.forEach(({ x, y }, i) => {
            expect(applyAffine(fit, x, y).x).toBeCloseTo(moved[i]?.x ?? 0, 4);
            expect(applyAffine(fit, x, y).y).toBeCloseTo(moved[i]?.y ?? 0, 4);
          });
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('returns finite values for coincident points', () => {
    const same = Array.from({ length: 5 }, () => ({ x: 3, y: 3 }));
    expect(Object.values(similarityBetween(same, same)).every(Number.isFinite)).toBe(true);
  });
});

describe('createPyramid', () => {
  it('makes the same smaller images of three and of four bytes a pixel, and of four that are not aligned', () => {
    fc.assert(
      fc.property(
        fc.record({ width: fc.integer({ min: 8, max: 33 }), height: fc.integer({ min: 8, max: 33 }) }),
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        ({ width, height }, values) => {
          const count = width * height;
          const three = Uint8Array.from({ length: 3 * count }, () => values.next().value ?? 0);
          const four = new Uint8Array(4 * count).fill(255);
          for (let at = 0; at < count; at++) four.set(three.subarray(3 * at, 3 * at + 3), 4 * at);
          const shifted = new Uint8Array(four.length + 1).subarray(1);
          shifted.set(four);
          const colours = (data: Pixels['data'], channels: 3 | 4) =>
            createPyramid({ width, height, channels, data }).level(2);
          const expected = colours(three, 3);
          for (const found of [colours(four, 4), colours(shifted, 4)]) {
            expect([found.width, found.height]).toEqual([expected.width, expected.height]);
            for (let at = 0; at < found.width * found.height; at++)
              for (let c = 0; c < 3; c++)
                expect(found.data[found.channels * at + c]).toBe(expected.data[expected.channels * at + c]);
          }
        },
      ),
    );
  });
});
