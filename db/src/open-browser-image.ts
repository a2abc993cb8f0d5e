import type { Migration } from './migrate.ts';

/** A migrated database that was shut down properly, as files: what the browser's database starts from. */
export interface DatabaseImage {
  /** Changes with every build; what a browser stored belongs to one image. */
  readonly id: string;
  /** The day whose "today" the content was written for. */
  readonly madeOn: string;
  readonly migrations: readonly Migration[];
  readonly folders: readonly string[];
  /** By path below the data folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface Head extends Omit<DatabaseImage, 'files'> {
  readonly sizes: Readonly<Record<string, number>>;
}

/** A length, a head of JSON, then the files one after another. Compressing it is the caller's business. */
export function packImage({ files, ...rest }: DatabaseImage): Uint8Array<ArrayBuffer> {
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

export function unpackImage(packed: Uint8Array): DatabaseImage {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const text = new TextDecoder().decode(packed.subarray(4, 4 + length));
  const { sizes, ...rest } = JSON.parse(text) as Head; // written by `packImage` in the same build
  const files = new Map<string, Uint8Array>();
  let at = 4 + length;
  for (const [path, size] of Object.entries(sizes)) {
    files.set(path, packed.subarray(at, at + size));
    at += size;
  }
  if (at !== packed.length) throw new Error('The database image is not whole.');
  return { ...rest, files };
}
