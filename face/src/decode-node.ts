import { ImageError } from '@rollcall/core/faces/face.ports';
import {
  checkImageBytes,
  checkImageSize,
  imageKind,
  MAX_IMAGE_PIXELS,
} from '@rollcall/core/faces/image-file.rules';
import sharp from 'sharp';
import type { ImageDecoder } from './image-decoder.port.ts';

const SIDEWAYS = 5;

export function createNodeImageDecoder(): ImageDecoder {
  return {
    decode: async (file, maxSide) => {
      checkImageBytes(file.byteLength);
      imageKind(file);
      const open = (limitInputPixels: number | false) =>
        sharp(file, { limitInputPixels, failOn: 'truncated', pages: 1 });
      // Only the header is read here, so that the refusal below can say what is wrong.
      const header = await readable(() => open(false).metadata());
      const turned = (header.orientation ?? 1) >= SIDEWAYS;
      const [width, height] = turned ? [header.height, header.width] : [header.width, header.height];
      checkImageSize(width, height);
      const { data, info } = await readable(() =>
        open(MAX_IMAGE_PIXELS)
          .autoOrient()
          // A JPEG is decoded at a half or a quarter where that suffices, which is several times faster.
          .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .flatten({ background: '#ffffff' })
          .raw({ depth: 'uchar' })
          .toBuffer({ resolveWithObject: true }),
      );
      const channels = info.channels === 4 ? 4 : 3;
      if (data.length !== info.width * info.height * channels) {
        throw new ImageError('damaged', 'The image has an unusual colour layout.');
      }
      return { pixels: { width: info.width, height: info.height, channels, data }, width, height };
    },
  };
}

/** The library's own messages name its internals; the person who sent the file needs one plain sentence. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw new ImageError('damaged', 'The image is damaged or cut short.');
  }
}
