import { imageKind } from '@rollcall/core/faces/images/image-file.rules';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readImageSize } from './decode-browser.ts';

const picture = (channels: 3 | 4 = 3) =>
  sharp({ create: { width: 321, height: 123, channels, background: { r: 9, g: 8, b: 7, alpha: 0.5 } } });

describe('readImageSize', () => {
  it.each([
    ['a JPEG', () => picture().jpeg()],
    ['a progressive JPEG with a profile', () => picture().jpeg({ progressive: true }).withMetadata()],
    ['a PNG', () => picture().png()],
    ['a WebP', () => picture().webp()],
    ['a lossless WebP', () => picture().webp({ lossless: true })],
    ['a transparent WebP', () => picture(4).webp()],
  ])('reads the size of %s', async (_, make) => {
    const file = new Uint8Array(await make().toBuffer());
    expect(readImageSize(file, imageKind(file))).toEqual({ width: 321, height: 123 });
  });

  it('throws a RangeError for a truncated file', async () => {
    const file = new Uint8Array(await picture().jpeg().toBuffer());
    for (const length of [3, 12, 40]) {
      expect(() => readImageSize(file.subarray(0, length), 'jpeg')).toThrow(RangeError);
    }
    expect(() => readImageSize(file.subarray(0, 10), 'png')).toThrow(RangeError);
  });
});
