import { ImageError } from '@rollcall/core/faces/face.ports';

/** Ordinary progressive files have about ten; a decoder works through the whole picture once for each. */
const MAX_SCANS = 100;

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Markers without a length: RST0 to RST7, SOI, TEM. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;

/** Counts the scans of a JPEG, up to one more than are allowed, without decoding it. */
function countScans(file: Uint8Array): number {
  let scans = 0;
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file[at + 1] ?? 0;
    if (marker === END_OF_IMAGE || scans > MAX_SCANS) break;
    // 0xff00 is a byte of a picture, 0xffff padding.
    if (marker === 0x00 || marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === START_OF_SCAN) scans += 1;
    at += 2 + ((file[at + 2] ?? 0) << 8) + (file[at + 3] ?? 0);
  }
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
