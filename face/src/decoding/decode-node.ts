import { ImageError } from '@rollcall/core/faces/face.ports';
import {
  checkImageBytes,
  checkImageSize,
  imageKind,
  MAX_IMAGE_PIXELS,
  MAX_SHRUNK_PIXELS,
} from '@rollcall/core/faces/images/image-file.rules';
import sharp from 'sharp';
import type { ImageDecoder } from '../pipeline/pipeline.ports.ts';
import { checkJpegScans, isPlainJpeg } from './jpeg-scans.ts';

/** A large photo takes a fifth of a second; ten times as long on a machine with much else to do. */
const DECODE_SECONDS = 20;

/** EXIF orientations from here on swap width and height. */
const SIDEWAYS = 5;

/** Decodes with sharp and applies the EXIF orientation. */
export function createNodeImageDecoder(): ImageDecoder {
  return {
    decode: async (file, maxSide) => {
      checkImageBytes(file.byteLength);
      const isJpeg = imageKind(file) === 'jpeg';
      if (isJpeg) checkJpegScans(file);
      const isShrunk = isJpeg && isPlainJpeg(file);
      const open = (limitInputPixels: number | false) =>
        sharp(file, { limitInputPixels, failOn: 'truncated', pages: 1 }).timeout({ seconds: DECODE_SECONDS });
      // Reads only the header, so that an image too large is refused with its reason before decoding.
      const header = await asImageError(() => open(false).metadata());
      const turned = (header.orientation ?? 1) >= SIDEWAYS;
      const [width, height] = turned ? [header.height, header.width] : [header.width, header.height];
      checkImageSize(width, height, isShrunk);
      const { data, info } = await asImageError(() =>
        open(isShrunk ? MAX_SHRUNK_PIXELS : MAX_IMAGE_PIXELS)
          .autoOrient()
          // sharp decodes a JPEG at a half or a quarter where that suffices, which is several times faster.
          .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .flatten({ background: '#ffffff' })
          // Four bytes a pixel are halved twice as fast as three.
          .ensureAlpha()
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

/** Replaces sharp's messages, which name its internals. */
async function asImageError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw new ImageError('damaged', 'The image is damaged or cut short.');
  }
}
