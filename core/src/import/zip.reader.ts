import { chunksOf, oneChunk, streamOf } from '../backup/byte-streams.ts';
import { AppError } from '../errors.ts';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  read(): Promise<Uint8Array>;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const ENTRIES_MAX = 20_000;

const broken = () =>
  new AppError('invalid_input', { message: 'The file is damaged, or not what its name says.' });

/**
 * The directory of a zip file; an entry is unpacked when it is read, and never to more than the directory says or
 * `entryMax` allows: a small file cannot become a huge one.
 */
export function zipEntries(file: Uint8Array, entryMax: number): ZipEntry[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const at = findEnd(view);
  const count = view.getUint16(at + 10, true);
  let place = view.getUint32(at + 16, true);
  if (count > ENTRIES_MAX) throw new AppError('payload_too_large');
  const entries: ZipEntry[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(place, true) !== CENTRAL) throw broken();
      const method = view.getUint16(place + 10, true);
      const packed = view.getUint32(place + 20, true);
      const bytes = view.getUint32(place + 24, true);
      const nameLength = view.getUint16(place + 28, true);
      const name = new TextDecoder().decode(file.subarray(place + 46, place + 46 + nameLength));
      const start = view.getUint32(place + 42, true);
      entries.push({ name, bytes, read: () => unpack(file, { method, packed, bytes, start }, entryMax) });
      place += 46 + nameLength + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
    }
  } catch (error) {
    throw error instanceof RangeError ? broken() : error;
  }
  return entries;
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_558); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw broken();
}

async function unpack(
  file: Uint8Array,
  entry: { method: number; packed: number; bytes: number; start: number },
  most: number,
): Promise<Uint8Array> {
  if (entry.bytes > most) throw new AppError('payload_too_large');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (entry.start + 30 > file.length || view.getUint32(entry.start, true) !== LOCAL) throw broken();
  const from =
    entry.start + 30 + view.getUint16(entry.start + 26, true) + view.getUint16(entry.start + 28, true);
  const packed = file.slice(from, from + entry.packed);
  if (entry.method === 0) return packed;
  if (entry.method !== 8) throw broken();
  const result = new Uint8Array(entry.bytes);
  let filled = 0;
  try {
    const stream = streamOf(oneChunk(packed)).pipeThrough(new DecompressionStream('deflate-raw'));
    for await (const chunk of chunksOf(stream)) {
      if (filled + chunk.length > result.length) throw broken();
      result.set(chunk, filled);
      filled += chunk.length;
    }
  } catch {
    throw broken();
  }
  if (filled !== result.length) throw broken();
  return result;
}
