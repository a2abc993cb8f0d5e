import { chunksOf, oneChunk, toReadableStream } from '../byte-streams.ts';
import { AppError } from '../errors.ts';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  read(): Promise<Uint8Array>;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const ENTRIES_MAX = 20_000;

const damagedFile = () =>
  new AppError('invalid_input', { message: 'The file is damaged or has the wrong type.' });

/**
 * Reads the directory of a zip file. An entry is unpacked when it is read, and never to more bytes than the directory
 * states or `entryBytesMax` allows, so that a small file cannot unpack to a huge one.
 */
export function zipEntries(file: Uint8Array, entryBytesMax: number): ZipEntry[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const end = findEndRecord(view);
  const count = view.getUint16(end + 10, true);
  let position = view.getUint32(end + 16, true);
  if (count > ENTRIES_MAX) throw new AppError('payload_too_large');
  const entries: ZipEntry[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(position, true) !== DIRECTORY_ENTRY) throw damagedFile();
      const method = view.getUint16(position + 10, true);
      const packed = view.getUint32(position + 20, true);
      const bytes = view.getUint32(position + 24, true);
      const nameLength = view.getUint16(position + 28, true);
      const name = new TextDecoder().decode(file.subarray(position + 46, position + 46 + nameLength));
      const start = view.getUint32(position + 42, true);
      entries.push({
        name,
        bytes,
        read: () => unpack(file, { method, packed, bytes, start }, entryBytesMax),
      });
      position += 46 + nameLength + view.getUint16(position + 30, true) + view.getUint16(position + 32, true);
    }
  } catch (error) {
    throw error instanceof RangeError ? damagedFile() : error;
  }
  return entries;
}

function findEndRecord(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_558); at -= 1)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  throw damagedFile();
}

async function unpack(
  file: Uint8Array,
  entry: { method: number; packed: number; bytes: number; start: number },
  bytesMax: number,
): Promise<Uint8Array> {
  if (entry.bytes > bytesMax) throw new AppError('payload_too_large');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (entry.start + 30 > file.length || view.getUint32(entry.start, true) !== LOCAL_HEADER)
    throw damagedFile();
  const from =
    entry.start + 30 + view.getUint16(entry.start + 26, true) + view.getUint16(entry.start + 28, true);
  const packed = file.slice(from, from + entry.packed);
  if (entry.method === 0) return packed;
  if (entry.method !== 8) throw damagedFile();
  const result = new Uint8Array(entry.bytes);
  let filled = 0;
  try {
    const stream = toReadableStream(oneChunk(packed)).pipeThrough(new DecompressionStream('deflate-raw'));
    for await (const chunk of chunksOf(stream)) {
      if (filled + chunk.length > result.length) throw damagedFile();
      result.set(chunk, filled);
      filled += chunk.length;
    }
  } catch {
    throw damagedFile();
  }
  if (filled !== result.length) throw damagedFile();
  return result;
}
