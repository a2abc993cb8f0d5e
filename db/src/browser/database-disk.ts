import type { Migration } from '../migrations/migrate.ts';

/** Files of a migrated, cleanly shut down database, from which the browser's database starts. */
export interface DatabaseDisk {
  /** Changes with every build; stored changes belong to one disk. */
  readonly id: string;
  /** The date that counts as today in the content. */
  readonly madeOn: string;
  readonly migrations: readonly Migration[];
  readonly folders: readonly string[];
  /** By path relative to the data folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface Head extends Omit<DatabaseDisk, 'files'> {
  readonly sizes: Readonly<Record<string, number>>;
}

/** Packs a disk uncompressed: length of the head, head as JSON, then the content of the files. */
export function packDisk({ files, ...rest }: DatabaseDisk): Uint8Array<ArrayBuffer> {
  const sizes = Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.length]));
  const head = new TextEncoder().encode(JSON.stringify({ ...rest, sizes } satisfies Head));
  const content = [...files.values()];
  const packed = new Uint8Array(content.reduce((sum, { length }) => sum + length, 4 + head.length));
  new DataView(packed.buffer).setUint32(0, head.length);
  packed.set(head, 4);
  let at = 4 + head.length;
  for (const bytes of content) {
    packed.set(bytes, at);
    at += bytes.length;
  }
  return packed;
}

export function unpackDisk(packed: Uint8Array): DatabaseDisk {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const text = new TextDecoder().decode(packed.subarray(4, 4 + length));
  const { sizes, ...rest } = JSON.parse(text) as Head; // written by `packDisk` in the same build
  const files = new Map<string, Uint8Array>();
  let at = 4 + length;
  for (const [path, size] of Object.entries(sizes)) {
    files.set(path, packed.subarray(at, at + size));
    at += size;
  }
  if (at !== packed.length) throw new Error('The database disk is incomplete.');
  return { ...rest, files };
}

/** Postgres' page size, so that one changed row costs one block in a data file and in the log. */
export const BLOCK = 8192;

/** Changes since the last save: changed blocks, new lengths, removed files. */
export interface Changes {
  readonly blocks: readonly { readonly path: string; readonly index: number; readonly bytes: Uint8Array }[];
  readonly lengths: readonly { readonly path: string; readonly length: number }[];
  readonly removed: readonly string[];
}

/** All changes to a disk so far; a length of `null` is a removed file. */
interface Overlay {
  readonly lengths: ReadonlyMap<string, number | null>;
  readonly blocks: ReadonlyMap<string, ReadonlyMap<number, Uint8Array>>;
}

/** Stores the changes between two visits. `save` is atomic. */
export interface BlockStore {
  load(): Promise<Overlay>;
  save(changes: Changes): Promise<void>;
}

/** Applies the stored changes to the disk's files. */
export function withOverlay(
  files: ReadonlyMap<string, Uint8Array>,
  overlay: Overlay,
): Map<string, Uint8Array> {
  const result = new Map(files);
  for (const [path, length] of overlay.lengths) {
    if (length === null) {
      result.delete(path);
      continue;
    }
    const bytes = new Uint8Array(length);
    bytes.set((files.get(path) ?? new Uint8Array()).subarray(0, length));
    for (const [index, block] of overlay.blocks.get(path) ?? []) {
      // Skips blocks stored when the file was longer.
      if (index * BLOCK < length) bytes.set(block.subarray(0, length - index * BLOCK), index * BLOCK);
    }
    result.set(path, bytes);
  }
  return result;
}

/** Indexes of the blocks of `now` that differ from `before` or lie beyond its end. */
export function changedBlocks(before: Uint8Array, now: Uint8Array): number[] {
  const changed: number[] = [];
  for (let start = 0; start < now.length; start += BLOCK) {
    const end = Math.min(now.length, start + BLOCK);
    if (end > before.length || differs(before, now, start, end)) changed.push(start / BLOCK);
  }
  return changed;
}

function differs(a: Uint8Array, b: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (a[at] !== b[at]) return true;
  return false;
}
