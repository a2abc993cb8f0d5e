import { inflateSync } from 'node:zlib';
import decodeQr from 'qr/decode.js';

/** Modules of a QR code in a PDF are squares of about a millimetre. */
const MOST_MODULE = 6;
const PIXELS = 4;
const QUIET = 4;

interface Square {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

const streamsOf = (pdf: Buffer): string[] => {
  const streams: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('\nendstream', at);
    if (end < 0) break;
    try {
      streams.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'));
    } catch {
      // Not compressed: no page.
    }
  }
  return streams;
};

/** Draws the squares as a camera would see them, and reads the code. */
function readCode(squares: readonly Square[]): string {
  const module = Math.min(...squares.map(({ size }) => size));
  const [left, top] = [Math.min(...squares.map(({ x }) => x)), Math.min(...squares.map(({ y }) => y))];
  const cells = squares.map(({ x, y }) => [Math.round((x - left) / module), Math.round((y - top) / module)]);
  const width = (Math.max(...cells.flat()) + 1 + 2 * QUIET) * PIXELS;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [column = 0, row = 0] of cells)
    for (let dy = 0; dy < PIXELS; dy += 1)
      for (let dx = 0; dx < PIXELS; dx += 1) {
        const at = (((row + QUIET) * PIXELS + dy) * width + (column + QUIET) * PIXELS + dx) * 4;
        data.fill(0, at, at + 3);
      }
  return decodeQr({ width, height: width, data });
}

/** What the QR codes of a sheet of cards say, from the first card to the last. */
export function readCards(pdf: Uint8Array): string[] {
  return streamsOf(Buffer.from(pdf)).flatMap((page) => {
    // Each code is one path of squares that is filled at its end.
    const paths = page.split(/\nf\n/);
    return paths.flatMap((path) => {
      const squares = [...path.matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re/g)].flatMap(
        ([, x, y, width, height]) =>
          width === height && Number(width) < MOST_MODULE
            ? [{ x: Number(x), y: Number(y), size: Number(width) }]
            : [],
      );
      return squares.length > 100 ? [readCode(squares)] : [];
    });
  });
}
