import { ImageError } from './face.ports.ts';

export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
/** Twelve megapixels as cameras count them: 4032 x 3024 and 4096 x 3072 are both sold under that name. */
export const MAX_IMAGE_PIXELS = 4096 * 3072;
/** Nothing smaller can hold a face that anybody could recognise. */
export const MIN_IMAGE_SIDE = 32;

export type ImageKind = 'jpeg' | 'png' | 'webp';

/** By the file's own first bytes: a name or a declared type proves nothing. */
export function imageKind(file: Uint8Array): ImageKind {
  const text = (from: number, to: number) => String.fromCharCode(...file.subarray(from, to));
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  const other = [
    ['GIF8', 0],
    ['BM', 0],
    ['II*\0', 0],
    ['MM\0*', 0],
    ['ftyp', 4],
  ] as const;
  if (other.some(([mark, at]) => text(at, at + mark.length) === mark)) {
    throw new ImageError('unsupported_type', 'This kind of image is not supported. Send JPEG, PNG or WebP.');
  }
  throw new ImageError('not_an_image', 'The file is not an image. Send JPEG, PNG or WebP.');
}

export function checkImageBytes(count: number): void {
  if (count > MAX_IMAGE_BYTES) throw new ImageError('too_many_bytes', 'The image is larger than 8 MB.');
}

/** Asked of the header, before a single pixel is decoded: a small file can unfold into gigabytes. */
export function checkImageSize(width: number, height: number): void {
  if (width * height > MAX_IMAGE_PIXELS) {
    throw new ImageError('too_many_pixels', 'The image has more than 12 megapixels.');
  }
  if (Math.min(width, height) < MIN_IMAGE_SIDE) {
    throw new ImageError('too_small', `The image is only ${width} x ${height} pixels.`);
  }
}

const DATA_URL = /^data:image\/[\w.+-]+;base64,/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** An image sent as text: a data URL or bare base64 (also the URL-safe alphabet, also with line breaks). */
export function imageFromText(text: string): Uint8Array {
  const body = text.trim().replace(DATA_URL, '');
  // A quarter is lost to the encoding; refuse by length before working through it.
  checkImageBytes(Math.floor((body.length * 3) / 4) - 2);
  const plain = body.replaceAll('-', '+').replaceAll('_', '/').replace(/\s+/g, '');
  if (!BASE64.test(plain))
    throw new ImageError('not_an_image', 'The image is neither a data URL nor base64.');
  let decoded: string;
  try {
    decoded = atob(plain);
  } catch {
    throw new ImageError('not_an_image', 'The image is not valid base64.');
  }
  const bytes = new Uint8Array(decoded.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = decoded.charCodeAt(i);
  return bytes;
}
