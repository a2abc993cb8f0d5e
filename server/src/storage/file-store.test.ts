import {
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readlink,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFileStore } from './file-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* chunks(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

/** Gives its second half when it is told to. */
function slowSource() {
  let finish = () => {};
  const finished = new Promise<void>((go) => {
    finish = go;
  });
  return {
    finish: () => finish(),
    async *chunks(): AsyncIterable<Uint8Array> {
      yield* chunks('half ');
      await finished;
      yield* chunks('done');
    },
  };
}

describe('the file store', () => {
  it('writes a file readable by the owner only, and returns its size and digest', async () => {
    const store = await createFileStore(folder);
    const stored = await store.write('export-json-1.json', chunks('hello ', 'world'));
    expect(stored).toEqual({
      bytes: 11,
      sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    });
    const read = await store.read('export-json-1.json');
    expect(await new Response(read?.stream).text()).toBe('hello world');
    expect((await stat(join(folder, 'export-json-1.json'))).mode & 0o777).toBe(0o600);
  });

  it.runIf(process.platform === 'linux')(
    'syncs the content, then the new name, before it answers',
    async () => {
      const place = await mkdtemp(join(tmpdir(), 'rollcall-synced-'));
      const store = await createFileStore(place);
      const handle = await open(place, 'r');
      const prototype: FileHandle = Object.getPrototypeOf(handle);
      await handle.close();
      const synced: unknown[] = [];
      const sync = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
        synced.push([await readlink(`/proc/self/fd/${this.fd}`), await readdir(place)]);
      });
      await store.write('export-json-1.json', chunks('hello'));
      sync.mockRestore();
      const part = 'export-json-1.json.server.part';
      expect(synced).toEqual([
        [join(place, part), [part]],
        [place, ['export-json-1.json']],
      ]);
      await rm(place, { recursive: true });
    },
  );

  it('leaves no file when the source fails halfway', async () => {
    const store = await createFileStore(folder);
    const failing = (async function* () {
      yield new TextEncoder().encode('half');
      throw new Error('source broke');
    })();
    await expect(store.write('export-json-2.json', failing)).rejects.toThrow('source broke');
    expect(await readdir(folder)).toEqual(['export-json-1.json']);
    expect(await store.read('export-json-2.json')).toBeNull();
  });

  it('rejects names that lead out of its folder', async () => {
    const store = await createFileStore(folder);
    for (const name of [
      '../x.json',
      '/etc/passwd',
      'a/b.json',
      'a\\b.json',
      '.json',
      'x.exe',
      'x.json\0',
      'X.JSON',
    ]) {
      await expect(store.write(name, chunks('x'))).rejects.toThrow('Not a file of this store');
      await expect(store.read(name)).rejects.toThrow('Not a file of this store');
    }
  });

  it('never reads outside its folder: 1,000 random names of path fragments', async () => {
    const store = await createFileStore(join(folder, 'inner'));
    await writeFile(join(folder, 'secret.json'), 'secret');
    const pieces = [
      '..',
      '.',
      '/',
      '\\',
      '%2e',
      '%2f',
      '\0',
      '~',
      'secret',
      '.json',
      '.csv',
      'C:',
      'a',
      ' ',
      '\u2215',
      '\u202e',
    ];
    let state = 7;
    const randomBelow = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 1000; round += 1) {
      const name = Array.from({ length: 1 + randomBelow(7) }, () => pieces[randomBelow(pieces.length)]).join(
        '',
      );
      const found = await store.read(name).catch((error: Error) => error.message);
      expect([name, found]).toEqual([name, found === null ? null : 'Not a file of this store.']);
    }
  });

  it('of several servers keeps what another server is writing, and removes what nobody writes any more', async () => {
    const shared = join(folder, 'shared');
    const a = await createFileStore(shared, { serverId: 'a', isAlone: false });
    const slow = slowSource();
    const written = a.write('backup-1.rollcall', slow.chunks());
    await expect.poll(() => readdir(shared)).toEqual(['backup-1.rollcall.a.part']);
    const old = join(shared, 'backup-2.rollcall.z.part');
    await writeFile(old, 'half');
    await utimes(old, new Date(0), new Date(0));
    const b = await createFileStore(shared, { serverId: 'b', isAlone: false });
    expect(await readdir(shared)).toEqual(['backup-1.rollcall.a.part']);
    slow.finish();
    await written;
    expect(await new Response((await b.read('backup-1.rollcall'))?.stream).text()).toBe('half done');
    expect((await b.list()).map(({ name }) => name)).toEqual(['backup-1.rollcall']);
  });

  it('of a server alone keeps what it is writing itself when its files are listed', async () => {
    const store = await createFileStore(join(folder, 'alone'));
    const slow = slowSource();
    const written = store.write('backup-1.rollcall', slow.chunks());
    await expect.poll(() => readdir(join(folder, 'alone'))).toHaveLength(1);
    expect(await store.list()).toEqual([]);
    slow.finish();
    expect(await written).toMatchObject({ bytes: 9 });
  });

  it('has a mark that tells its folder from others, and is not one of its files', async () => {
    const store = await createFileStore(join(folder, 'marked'));
    expect(await store.mark.read()).toBeNull();
    await store.mark.write('0123456789abcdef');
    const again = await createFileStore(join(folder, 'marked'));
    expect(await again.mark.read()).toBe('0123456789abcdef');
    expect(await again.list()).toEqual([]);
  });

  it('cannot read the mark of a folder that is missing', async () => {
    const store = await createFileStore(join(folder, 'unmounted'));
    expect(await store.mark.read()).toBeNull();
    await rm(join(folder, 'unmounted'), { recursive: true });
    await expect(store.mark.read()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('removes .part files of a killed process when it opens', async () => {
    await writeFile(join(folder, 'inner', 'export-json-9.json.part'), 'half');
    await createFileStore(join(folder, 'inner'));
    expect(await readdir(join(folder, 'inner'))).toEqual([]);
  });

  it('keeps what a retention run was writing for 30 days: its rows may be removed already', async () => {
    const place = join(folder, 'retention');
    await createFileStore(place);
    const part = join(place, 'retention-1.rollcall.z.part');
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await writeFile(part, 'whole');
    for (const days of [0, 29]) {
      await utimes(part, daysAgo(days), daysAgo(days));
      await (await createFileStore(place)).list();
      expect(await readdir(place)).toEqual(['retention-1.rollcall.z.part']);
    }
    await utimes(part, daysAgo(31), daysAgo(31));
    await createFileStore(place);
    expect(await readdir(place)).toEqual([]);
  });
});
