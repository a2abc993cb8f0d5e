import type { ImageKind } from '@rollcall/core/faces/image-file.rules';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Start-of-frame markers carry the size; C4, C8 and CC in the same range mean something else. */
const NOT_A_FRAME = new Set([0xc4, 0xc8, 0xcc]);

function jpegSize(view: DataView): ImageSize {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) throw new RangeError('No marker where one belongs.');
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
  throw new RangeError('The file ends before its size.');
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

/** Size as stored, from the header alone. A browser would decode first and ask afterwards. Throws RangeError. */
export function readImageSize(file: Uint8Array, kind: ImageKind): ImageSize {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (kind === 'jpeg') return jpegSize(view);
  if (kind === 'webp') return webpSize(view);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
