import { ImageError } from '@rollcall/core/faces/face.ports';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { progressiveBomb } from '../testing/progressive-bomb.ts';
import { createNodeImageDecoder } from './decode-node.ts';
import { checkJpegScans } from './jpeg-scans.ts';

const decoder = createNodeImageDecoder();
const noise = (width: number, height: number) =>
  sharp(
    Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 2654435761) % 251),
    { raw: { width, height, channels: 3 } },
  );
const flat = (width: number, height: number, background = '#336699') =>
  sharp({ create: { width, height, channels: 3, background } });

async function problemOf(file: Uint8Array): Promise<string> {
  try {
    await decoder.decode(file, 1600);
  } catch (error) {
    if (error instanceof ImageError) return error.problem;
    throw error;
  }
  return 'none';
}

describe('createNodeImageDecoder', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('decodes %s to red, green, blue', async (format) => {
    const { pixels } = await decoder.decode(await flat(64, 48).toFormat(format).toBuffer(), 1600);
    expect([pixels.width, pixels.height, pixels.channels]).toEqual([64, 48, 4]);
    for (const [i, value] of [0x33, 0x66, 0x99].entries()) {
      expect(Math.abs((pixels.data[i] ?? 0) - value)).toBeLessThan(6);
    }
  });

  it('applies the EXIF orientation', async () => {
    const lying = await flat(80, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await decoder.decode(lying, 1600)).toMatchObject({ width: 40, height: 80, pixels: { width: 40 } });
  });

  it('shrinks a large photo and reports its original size', async () => {
    const { pixels, width, height } = await decoder.decode(await flat(3200, 2400).jpeg().toBuffer(), 1600);
    expect([pixels.width, pixels.height, width, height]).toEqual([1600, 1200, 3200, 2400]);
  });

  it('converts transparent and grey images to opaque colours', async () => {
    const clear = sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } });
    const { pixels } = await decoder.decode(await clear.png().toBuffer(), 1600);
    expect([pixels.channels, ...pixels.data.subarray(0, 4)]).toEqual([4, 255, 255, 255, 255]);
    const grey = await decoder.decode(await flat(40, 40).greyscale().png().toBuffer(), 1600);
    expect(grey.pixels.data.length).toBe(40 * 40 * 4);
  });

  it('converts CMYK', async () => {
    const { pixels } = await decoder.decode(
      await noise(64, 64).toColourspace('cmyk').jpeg().toBuffer(),
      1600,
    );
    expect(pixels.data.length).toBe(64 * 64 * 4);
  });
});

describe('an invalid upload', () => {
  it('is refused with its reason', async () => {
    const jpeg = await noise(300, 300).jpeg({ quality: 95 }).toBuffer();
    const png = await noise(200, 200).png().toBuffer();
    expect(await problemOf(new Uint8Array(0))).toBe('not_an_image');
    expect(await problemOf(Buffer.from('just text, renamed to .jpg'))).toBe('not_an_image');
    expect(await problemOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('not_an_image');
    expect(await problemOf(await flat(64, 64).gif().toBuffer())).toBe('unsupported_type');
    expect(await problemOf(await flat(64, 64).tiff().toBuffer())).toBe('unsupported_type');
    for (const brand of ['heic', 'mif1', 'avif'])
      expect(await problemOf(Buffer.from(`\0\0\0\x18ftyp${brand}`))).toBe('unsupported_type');
    expect(await problemOf(await flat(1, 1).png().toBuffer())).toBe('too_small');
    expect(await problemOf(jpeg.subarray(0, jpeg.length / 2))).toBe('damaged');
    expect(await problemOf(png.subarray(0, png.length / 2))).toBe('damaged');
    expect(await problemOf(jpeg.subarray(0, 20))).toBe('damaged');
    expect(await problemOf(new Uint8Array(24 * 1024 * 1024 + 1))).toBe('too_many_bytes');
  });

  it('is refused for its pixel count before decoding', async () => {
    const bomb = await flat(6000, 6000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(200_000);
    expect(await problemOf(bomb)).toBe('too_many_pixels');
  });

  it.each([200, 2_000, 20_000])('is refused before decoding for its %i scans', async (scans) => {
    const bomb = await progressiveBomb(scans);
    expect(bomb.length).toBeLessThan(1_100_000);
    expect(await problemOf(bomb)).toBe('too_many_scans');
    expect(() => checkJpegScans(bomb)).toThrow(ImageError);
  });

  it('is not one that has the scans of an ordinary progressive JPEG', async () => {
    expect(await problemOf(await noise(300, 300).jpeg({ progressive: true }).toBuffer())).toBe('none');
    expect(await problemOf(await progressiveBomb(20))).toBe('none');
  });

  it('causes an ImageError and no other error, wherever a byte is damaged', async () => {
    const jpeg = await noise(60, 60).jpeg().toBuffer();
    for (let at = 2; at < jpeg.length; at += 37) {
      const damaged = Uint8Array.from(jpeg);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      await problemOf(damaged);
    }
    expect(await problemOf(jpeg)).toBe('none');
  });
});
