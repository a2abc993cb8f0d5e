import { gunzipSync } from 'node:zlib';

export interface TarEntry {
  readonly name: string;
  readonly directory: boolean;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;

/** Reads the plain ustar archive that PGlite's dump writes, packed or not. */
export function untar(archive: Uint8Array): TarEntry[] {
  const bytes = unpacked(archive);
  const tar = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: TarEntry[] = [];
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    const name = field(header, 0, 100);
    if (name === '') break;
    const size = Number.parseInt(field(header, 124, 12), 8);
    if (!Number.isInteger(size) || at + BLOCK + size > tar.length) {
      throw new Error(`The archive is damaged at ${name}.`);
    }
    const safe = name.replace(/^\/+/, '');
    if (safe.split('/').includes('..')) throw new Error(`The archive names a path outside itself: ${name}.`);
    const prefix = field(header, 345, 155);
    entries.push({
      name: prefix === '' ? safe : `${prefix}/${safe}`,
      directory: field(header, 156, 1) === '5',
      bytes: tar.subarray(at + BLOCK, at + BLOCK + size),
    });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

export function unpacked(archive: Uint8Array): Uint8Array {
  const packed = archive[0] === 0x1f && archive[1] === 0x8b;
  return packed ? gunzipSync(archive) : archive;
}

function field(header: Buffer, start: number, length: number): string {
  const raw = header.subarray(start, start + length);
  const end = raw.indexOf(0);
  return raw.toString('utf8', 0, end === -1 ? length : end).trim();
}
