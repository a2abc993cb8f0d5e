import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { untar } from '../embedded/untar.ts';
import type { Engine } from '../open-browser.ts';
import type { BlockStore, Changes } from '../open-browser-blocks.ts';
import { type DatabaseImage, packImage, unpackImage } from '../open-browser-image.ts';

/** The test run's seed as an image: the same files, without the seconds of making them. */
export async function testImage(): Promise<DatabaseImage> {
  const entries = untar(await readFile(process.env.TEST_SEED ?? ''));
  return unpackImage(
    packImage({
      id: 'test',
      madeOn: '2026-03-02',
      migrations: [],
      folders: entries.filter(({ directory }) => directory).map(({ name }) => name.replace(/\/$/, '')),
      files: new Map(entries.filter(({ directory }) => !directory).map(({ name, bytes }) => [name, bytes])),
    }),
  );
}

export async function testEngine(): Promise<Engine> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  return {
    wasm: await WebAssembly.compile(await readFile(join(folder, 'pglite.wasm'))),
    data: new Blob([await readFile(join(folder, 'pglite.data'))]),
  };
}

/** What a browser's storage would hold, and what was asked of it. */
export function memoryStore() {
  const lengths = new Map<string, number | null>();
  const blocks = new Map<string, Map<number, Uint8Array>>();
  const saved: Changes[] = [];
  const store: BlockStore = {
    load: async () => ({ lengths, blocks }),
    async save(changes) {
      saved.push(changes);
      for (const path of changes.removed) lengths.set(path, null);
      for (const { path, length } of changes.lengths) lengths.set(path, length);
      for (const { path, index, bytes } of changes.blocks)
        blocks.set(path, (blocks.get(path) ?? new Map()).set(index, bytes));
    },
  };
  return { store, saved };
}
