import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createNodeImageDecoder } from './decode-node.ts';

const decoder = createNodeImageDecoder();
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });
const TOO_LARGE = { name: 'ImageError', problem: 'too_many_pixels' };

describe('createNodeImageDecoder', () => {
  it('shrinks the photo of a camera with 48 megapixels, and refuses one that is stored in several layers', async () => {
    const photo = flat(8064, 6048);
    expect(await decoder.decode(await photo.jpeg().toBuffer(), 1600)).toMatchObject({
      width: 8064,
      pixels: { width: 1600, height: 1200 },
    });
    await expect(
      decoder.decode(await photo.jpeg({ progressive: true }).toBuffer(), 1600),
    ).rejects.toMatchObject(TOO_LARGE);
    await expect(decoder.decode(await flat(9000, 8000).jpeg().toBuffer(), 1600)).rejects.toMatchObject(
      TOO_LARGE,
    );
  });
});
