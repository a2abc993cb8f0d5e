import { ImageError } from '@rollcall/core/faces/face.ports';
import { checkImageBytes, checkImageSize, imageKind } from '@rollcall/core/faces/image-file.rules';
import type { ImageDecoder } from './image-decoder.port.ts';
import { readImageSize } from './image-size.reader.ts';

/** One plain sentence, whatever the browser's own words are. */
const damaged = () => new ImageError('damaged', 'The image is damaged or cut short.');

/** For a Web Worker: the browser's own decoder, which also turns the photo the way the camera was held. */
export function createBrowserImageDecoder(): ImageDecoder {
  return {
    decode: async (file, maxSide) => {
      checkImageBytes(file.byteLength);
      const kind = imageKind(file);
      let stored: { width: number; height: number };
      try {
        stored = readImageSize(file, kind);
      } catch {
        throw damaged();
      }
      checkImageSize(stored.width, stored.height);
      let bitmap: ImageBitmap;
      try {
        // A copy: the bytes may lie in memory shared between threads, which Blob refuses.
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
