import { deflateRaw } from '../byte-streams.ts';

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

/** CRC-32 over chunks. */
function createCrc32() {
  let crc = 0xffffffff;
  return {
    add(bytes: Uint8Array): void {
      for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    },
    value: (): number => (crc ^ 0xffffffff) >>> 0,
  };
}

interface ZipPart {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Bit 3: sizes follow the content, so that it can be streamed. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1980-01-01, the earliest date of the format. It is fixed, so that the same rows give the same file. */
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

/** Streams a zip file, part after part. Parts must be smaller than four gigabytes. */
export async function* writeZip(parts: readonly ZipPart[]): AsyncIterable<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  const counted = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.length;
    return bytes;
  };
  for (const { name, content } of parts) {
    const start = offset;
    const nameBytes = new TextEncoder().encode(name);
    const common = [
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
    ] as const;
    yield counted(
      record([0x04034b50, 4], [VERSION, 2], ...common, [0, 4], [0, 4], [0, 4], [nameBytes.length, 2], [0, 2]),
    );
    yield counted(nameBytes);
    const crc = createCrc32();
    let size = 0;
    const checked = (async function* () {
      for await (const chunk of content) {
        crc.add(chunk);
        size += chunk.length;
        yield chunk;
      }
    })();
    const contentStart = offset;
    for await (const chunk of deflateRaw(checked)) yield counted(chunk);
    const sums = [
      [crc.value(), 4],
      [offset - contentStart, 4],
      [size, 4],
    ] as const;
    yield counted(record([0x08074b50, 4], ...sums));
    directory.push(
      record([0x02014b50, 4], [VERSION, 2], [VERSION, 2], ...common, ...sums, [nameBytes.length, 2]),
      record([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [start, 4]),
      nameBytes,
    );
  }
  const directoryStart = offset;
  for (const entry of directory) yield counted(entry);
  const count = parts.length;
  yield record(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [offset - directoryStart, 4],
    [directoryStart, 4],
    [0, 2],
  );
}
