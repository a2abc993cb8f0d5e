import type { Clock } from '@rollcall/core/kernel/clock';
import { createZone } from '@rollcall/core/kernel/zones/zone-data';
import { type BlockStore, type DatabaseDisk, unpackDisk } from '@rollcall/db/browser/database-disk';
import {
  type BrowserDatabase,
  moveDates,
  openBrowserDatabase,
} from '@rollcall/db/browser/open-browser-database';
import { createRepositories } from '@rollcall/db/repositories';
import type { BrowserStorage } from './browser-storage.ts';
import { demoPacks, openPack } from './packs.ts';

/** Stores the database pages that differ from the shipped disk with this id. */
async function openBlockStore(storage: BrowserStorage, diskId: string): Promise<BlockStore> {
  // Pages changed from another disk cannot be applied to this one. The id is stored under the name 'image'.
  if ((await storage.get('values', 'image')) !== diskId) {
    await storage.clear();
    await storage.write(['values'], (of) => void of('values').put(diskId, 'image'));
  }
  return {
    async load() {
      const lengths = await storage.all('lengths');
      const stored = await storage.all('blocks');
      const blocks = new Map<string, Map<number, Uint8Array>>();
      for (const [at, key] of stored.keys.entries()) {
        const [path, index] = key as [string, number]; // the keys that `save` writes
        const fileBlocks = blocks.get(path) ?? new Map<number, Uint8Array>();
        blocks.set(path, fileBlocks.set(index, stored.values[at] as Uint8Array)); // the value that `save` writes
      }
      const entries = lengths.keys.map((path, at): [string, number | null] => [
        String(path),
        lengths.values[at] as number | null, // the value that `save` writes
      ]);
      return { lengths: new Map(entries), blocks };
    },

    async save({ blocks, lengths, removed }) {
      if (blocks.length + lengths.length + removed.length === 0) return;
      await storage.write(['lengths', 'blocks'], (of) => {
        const [lengthStore, blockStore] = [of('lengths'), of('blocks')];
        for (const path of removed) {
          lengthStore.put(null, path);
          blockStore.delete(IDBKeyRange.bound([path, 0], [path, Number.POSITIVE_INFINITY]));
        }
        for (const { path, length } of lengths) lengthStore.put(length, path);
        for (const { path, index, bytes } of blocks) blockStore.put(bytes, [path, index]);
      });
    },
  };
}

export interface DemoDatabase extends BrowserDatabase {
  readonly disk: DatabaseDisk;
}

/** Opens the shipped database with the stored changes. The first visit moves its dates and sets the time zone. */
export async function openDemoDatabase(
  storage: BrowserStorage,
  { clock, timeZone }: { clock: Clock; timeZone: string },
): Promise<DemoDatabase> {
  const [wasm, data, packed] = await Promise.all([
    openPack(demoPacks().engine).then((response) => WebAssembly.compileStreaming(response)),
    openPack(demoPacks().engineData).then((response) => response.blob()),
    openPack(demoPacks().disk).then((response) => response.arrayBuffer()),
  ]);
  const disk = unpackDisk(new Uint8Array(packed));
  const store = await openBlockStore(storage, disk.id);
  const database = await openBrowserDatabase(disk, store, { wasm, data });
  if ((await storage.get('values', 'moved')) !== true) {
    const today = createZone(timeZone).dateOf(clock.now());
    await moveDates(database.db, { from: disk.madeOn, to: today });
    const { settings } = createRepositories(database.db);
    const institution = await settings.institution();
    if (institution) await settings.saveInstitution({ ...institution, timeZone });
    await database.flush();
    await storage.write(['values'], (of) => void of('values').put(true, 'moved'));
  }
  return { ...database, disk };
}
