import type { Clock } from '@rollcall/core/time/clock.ports';
import { createZone } from '@rollcall/core/time/zone';
import { moveDates } from '@rollcall/db/move-dates';
import { type BrowserDatabase, openBrowserDatabase } from '@rollcall/db/open-browser';
import { type DatabaseImage, unpackImage } from '@rollcall/db/open-browser-image';
import { createRepositories } from '@rollcall/db/repositories';
import type { BrowserStorage } from './browser-storage.ts';
import { openPack, PACKS } from './packs.ts';
import { openBlockStore } from './stored-blocks.ts';

export interface DemoDatabase extends BrowserDatabase {
  readonly image: DatabaseImage;
}

/** The school of the image, moved to today and to where the visitor is, or what an earlier visit made of it. */
export async function openDemoDatabase(
  storage: BrowserStorage,
  { clock, timeZone }: { clock: Clock; timeZone: string },
): Promise<DemoDatabase> {
  const [wasm, data, packed] = await Promise.all([
    openPack(PACKS.engine).then((response) => WebAssembly.compileStreaming(response)),
    openPack(PACKS.engineData).then((response) => response.blob()),
    openPack(PACKS.image).then((response) => response.arrayBuffer()),
  ]);
  const image = unpackImage(new Uint8Array(packed));
  const store = await openBlockStore(storage, image.id);
  const database = await openBrowserDatabase(image, store, { wasm, data });
  if ((await storage.get('values', 'moved')) !== true) {
    const today = createZone(timeZone).dateOf(clock.now());
    await moveDates(database.db, { from: image.madeOn, to: today });
    const { settings } = createRepositories(database.db);
    const institution = await settings.institution();
    if (institution) await settings.saveInstitution({ ...institution, timeZone });
    await database.flush();
    await storage.write(['values'], (of) => void of('values').put(true, 'moved'));
  }
  return { ...database, image };
}
