/** Postgres' own page size: one changed row costs one block, in a data file as in the log. */
export const BLOCK = 8192;

/** What changed since the last time: blocks of files, new lengths, files that went. */
export interface Changes {
  readonly blocks: readonly { readonly path: string; readonly index: number; readonly bytes: Uint8Array }[];
  readonly lengths: readonly { readonly path: string; readonly length: number }[];
  readonly removed: readonly string[];
}

/** Everything that was ever changed, as it is now; `null` is a file of the image that is gone. */
export interface Overlay {
  readonly lengths: ReadonlyMap<string, number | null>;
  readonly blocks: ReadonlyMap<string, ReadonlyMap<number, Uint8Array>>;
}

/** Where the changes are kept between two visits. `save` happens as a whole or not at all. */
export interface BlockStore {
  load(): Promise<Overlay>;
  save(changes: Changes): Promise<void>;
}

/** The image with the changes on top of it. */
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
      // A block of a time when the file was longer.
      if (index * BLOCK < length) bytes.set(block.subarray(0, length - index * BLOCK), index * BLOCK);
    }
    result.set(path, bytes);
  }
  return result;
}

/** Which blocks of `now` are not as they were. A block beyond the old end is new. */
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
