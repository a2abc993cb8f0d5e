import { ImageError } from '@rollcall/core/faces/face.ports';
import {
  checkImageBytes,
  checkImageSize,
  type ImageKind,
  imageKind,
} from '@rollcall/core/faces/images/image-file.rules';
import type { ImageDecoder } from '../pipeline/pipeline.ports.ts';
import { checkJpegScans } from './jpeg-scans.ts';

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Markers in the start-of-frame range (C0 to CF) that are not frames and carry no size. */
const NOT_A_FRAME = new Set([0xc4, 0xc8, 0xcc]);

function jpegSize(view: DataView): ImageSize {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) throw new RangeError('Expected a JPEG marker.');
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_A_FRAME.has(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  throw new RangeError('The file ends before its frame header.');
}

function webpSize(view: DataView): ImageSize {
  const form = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (form === 'VP8X') return { width: 1 + uint24(24), height: 1 + uint24(27) };
  if (form === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Reads the stored size from the header, so that too large an image is refused before decoding. Throws RangeError. */
export function readImageSize(file: Uint8Array, kind: ImageKind): ImageSize {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (kind === 'jpeg') return jpegSize(view);
  if (kind === 'webp') return webpSize(view);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Replaces the browser's own message. */
const damaged = () => new ImageError('damaged', 'The image is damaged or cut short.');

/** Decodes with the browser's own decoder in a Web Worker and applies the EXIF orientation. */
export function createBrowserImageDecoder(): ImageDecoder {
  return {
    decode: async (file, maxSide) => {
      checkImageBytes(file.byteLength);
      const kind = imageKind(file);
      if (kind === 'jpeg') checkJpegScans(file);
      let stored: { width: number; height: number };
      try {
        stored = readImageSize(file, kind);
      } catch {
        throw damaged();
      }
      checkImageSize(stored.width, stored.height);
      let bitmap: ImageBitmap;
      try {
        // A copy, because Blob refuses bytes in shared memory.
        const blob = new Blob([new Uint8Array(file)], { type: `image/${kind}` });
        bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
      } catch {
        throw damaged();
      }
      const { width, height } = bitmap;
      const shrink = Math.min(1, maxSide / Math.max(width, height));
      const canvas = new OffscreenCanvas(Math.round(width * shrink), Math.round(height * shrink));
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('This browser offers no canvas in a worker.');
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      bitmap.close();
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return { pixels: { width: canvas.width, height: canvas.height, channels: 4, data }, width, height };
    },
  };
}
