import { deflatedRaw } from '../backup/byte-streams.ts';
import { createCrc32 } from './crc32.ts';

export interface ZipPart {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Sizes follow the content (bit 3), so that nothing has to be held back to count it; names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1980-01-01, the first day a zip file knows: the same rows give the same file. */
const DATE = 0x0021;

function record(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** A zip file, part after part, written as it is read. Parts above four gigabytes do not occur here. */
export async function* zipped(parts: readonly ZipPart[]): AsyncIterable<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  const sent = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.length;
    return bytes;
  };
  for (const { name, content } of parts) {
    const start = offset;
    const label = new TextEncoder().encode(name);
    const common = [
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
    ] as const;
    yield sent(
      record([0x04034b50, 4], [VERSION, 2], ...common, [0, 4], [0, 4], [0, 4], [label.length, 2], [0, 2]),
    );
    yield sent(label);
    const crc = createCrc32();
    let size = 0;
    const counted = (async function* () {
      for await (const chunk of content) {
        crc.add(chunk);
        size += chunk.length;
        yield chunk;
      }
    })();
    const before = offset;
    for await (const chunk of deflatedRaw(counted)) yield sent(chunk);
    const sums = [
      [crc.value(), 4],
      [offset - before, 4],
      [size, 4],
    ] as const;
    yield sent(record([0x08074b50, 4], ...sums));
    directory.push(
      record([0x02014b50, 4], [VERSION, 2], [VERSION, 2], ...common, ...sums, [label.length, 2]),
      record([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [start, 4]),
      label,
    );
  }
  const start = offset;
  for (const entry of directory) yield sent(entry);
  const count = parts.length;
  yield record(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [offset - start, 4],
    [start, 4],
    [0, 2],
  );
}
