import { ImageError } from '@rollcall/core/faces/face.ports';

/** Ordinary progressive files have about ten; a decoder works through the whole picture once for each. */
const MAX_SCANS = 100;

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Markers without a length: RST0 to RST7, SOI, TEM. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;

/** Frames that are stored line by line: baseline and extended. The others keep the whole picture until its end. */
const PLAIN_FRAMES = new Set([0xc0, 0xc1]);
/** Markers in the same range that are no frames. */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc]);
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker);

/** Visits the markers of a JPEG that have a length, until `visit` returns false or the picture ends. */
function eachMarker(file: Uint8Array, visit: (marker: number) => boolean): void {
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) return;
    // 0xff00 is a byte of a picture, 0xffff padding.
    if (marker === 0x00 || marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (!visit(marker)) return;
    at += 2 + ((file[at + 2] ?? 0) << 8) + (file[at + 3] ?? 0);
  }
}

/** Whether a JPEG is stored line by line in one scan, so that reading it needs little memory whatever its size. */
export function isPlainJpeg(file: Uint8Array): boolean {
  let [isPlain, scans] = [false, 0];
  eachMarker(file, (marker) => {
    if (isFrame(marker)) isPlain = PLAIN_FRAMES.has(marker);
    if (marker === START_OF_SCAN) scans += 1;
    return scans < 2;
  });
  return isPlain && scans === 1;
}

/** Counts the scans of a JPEG, up to one more than are allowed, without decoding it. */
function countScans(file: Uint8Array): number {
  let scans = 0;
  eachMarker(file, (marker) => {
    if (marker === START_OF_SCAN) scans += 1;
    return scans <= MAX_SCANS;
  });
  return scans;
}

/**
 * Refuses a JPEG with more scans than any camera or program writes. 20,000 scans fit into half a megabyte and keep a
 * decoder busy for minutes, and no time limit interrupts it before the first line of the picture.
 */
export function checkJpegScans(file: Uint8Array): void {
  if (countScans(file) <= MAX_SCANS) return;
  throw new ImageError(
    'too_many_scans',
    'The image is stored in an unusual way. Save it as an ordinary JPEG.',
  );
}
