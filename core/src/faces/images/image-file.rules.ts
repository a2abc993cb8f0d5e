import { ImageError } from '../face.ports.ts';

/** One photo of the largest camera of a phone. */
export const MAX_IMAGE_BYTES = 24 * 1024 * 1024;
/** An image inside a request. */
const MAX_SENT_BYTES = 8 * 1024 * 1024;
/** Twelve megapixels: cameras sold as such have 4032 x 3024 or 4096 x 3072. */
export const MAX_IMAGE_PIXELS = 4096 * 3072;
/** A plain JPEG is shrunk while it is read, line by line; every other kind needs memory for all its pixels. */
export const MAX_SHRUNK_PIXELS = 64_000_000;
/** Smaller images cannot hold a recognisable face. */
const MIN_IMAGE_SIDE = 32;

export type ImageKind = 'jpeg' | 'png' | 'webp';

const HEIC =
  'HEIC photos cannot be read. Save the photo as JPEG, or choose “Most Compatible” in the camera settings of the iPhone.';
const unsupported = (message: string) => new ImageError('unsupported_type', message);

/** Detects the type of an image by its first bytes; file name and declared type are not trusted. */
export function imageKind(file: Uint8Array): ImageKind {
  const text = (from: number, to: number) => String.fromCharCode(...file.subarray(from, to));
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp') {
    const brand = text(8, 12);
    if (/^(hei|hev|mif1|msf1)/.test(brand)) throw unsupported(HEIC);
    if (brand.startsWith('avi')) throw unsupported('AVIF pictures cannot be read. Save the picture as JPEG.');
  }
  const others = [
    ['GIF8', 0],
    ['BM', 0],
    ['II*\0', 0],
    ['MM\0*', 0],
    ['ftyp', 4],
  ] as const;
  if (others.some(([signature, at]) => text(at, at + signature.length) === signature))
    throw unsupported('This type of image is not supported. Use JPEG, PNG or WebP.');
  throw new ImageError('not_an_image', 'This file is not an image. Use JPEG, PNG or WebP.');
}

export function checkImageBytes(count: number, max = MAX_IMAGE_BYTES): void {
  if (count <= max) return;
  throw new ImageError('too_many_bytes', `The image is larger than ${max / 1024 / 1024} MB.`);
}

/** Checks the size from the header before decoding: a small file can expand to gigabytes of pixels. */
export function checkImageSize(width: number, height: number, isShrunk = false): void {
  if (width * height > (isShrunk ? MAX_SHRUNK_PIXELS : MAX_IMAGE_PIXELS)) {
    const megapixels = isShrunk ? 64 : 12;
    throw new ImageError('too_many_pixels', `The image has more than ${megapixels} megapixels.`);
  }
  if (Math.min(width, height) < MIN_IMAGE_SIDE) {
    throw new ImageError('too_small', `The image is only ${width} x ${height} pixels.`);
  }
}

/** An image that was sent as it is. */
export function imageFromBytes(bytes: Uint8Array): Uint8Array {
  checkImageBytes(bytes.byteLength, MAX_SENT_BYTES);
  return bytes;
}

const DATA_URL = /^data:image\/[\w.+-]+(?:;[\w.+=-]+)?;base64,/i;
/** The URL-safe alphabet, and line breaks. */
const OTHER_BASE64 = /[-_\s]/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decodes an image sent as a data URL or base64 (also the URL-safe alphabet, also with line breaks). */
export function imageFromText(text: string): Uint8Array {
  const body = text.trim().replace(DATA_URL, '');
  // Nearly every image is plain already, and what changes a long text copies it.
  const plain = OTHER_BASE64.test(body)
    ? body.replaceAll('-', '+').replaceAll('_', '/').replace(/\s+/g, '')
    : body;
  // Refused by length before decoding: base64 is a third longer than its content.
  const padding = plain.endsWith('==') ? 2 : plain.endsWith('=') ? 1 : 0;
  checkImageBytes(Math.floor((plain.length * 3) / 4) - padding, MAX_SENT_BYTES);
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
