import type { BlockStore } from '@rollcall/db/open-browser-blocks';
import type { BrowserStorage } from './browser-storage.ts';

/** The changed pages of the database. They mean something only on top of the image they were changed from. */
export async function openBlockStore(storage: BrowserStorage, imageId: string): Promise<BlockStore> {
  // A newer demo brings a newer school: what an older one stored cannot be laid over it.
  if ((await storage.get('values', 'image')) !== imageId) {
    await storage.clear();
    await storage.write(['values'], (of) => void of('values').put(imageId, 'image'));
  }
  return {
    async load() {
      const lengths = await storage.all('lengths');
      const stored = await storage.all('blocks');
      const blocks = new Map<string, Map<number, Uint8Array>>();
      for (const [at, key] of stored.keys.entries()) {
        const [path, index] = key as [string, number]; // as `save` below writes them
        const ofFile = blocks.get(path) ?? new Map<number, Uint8Array>();
        blocks.set(path, ofFile.set(index, stored.values[at] as Uint8Array)); // likewise
      }
      const entries = lengths.keys.map((path, at): [string, number | null] => [
        String(path),
        lengths.values[at] as number | null, // likewise
      ]);
      return { lengths: new Map(entries), blocks };
    },

    async save({ blocks, lengths, removed }) {
      if (blocks.length + lengths.length + removed.length === 0) return;
      await storage.write(['lengths', 'blocks'], (of) => {
        const [ofLengths, ofBlocks] = [of('lengths'), of('blocks')];
        for (const path of removed) {
          ofLengths.put(null, path);
          ofBlocks.delete(IDBKeyRange.bound([path, 0], [path, Number.POSITIVE_INFINITY]));
        }
        for (const { path, length } of lengths) ofLengths.put(length, path);
        for (const { path, index, bytes } of blocks) ofBlocks.put(bytes, [path, index]);
      });
    },
  };
}
