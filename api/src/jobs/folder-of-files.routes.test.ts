import { randomBytes } from 'node:crypto';
import { createFilePlace, type FilePlace } from '@rollcall/core/operations/file-place';
import type { FileStore } from '@rollcall/core/operations/operations.ports';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MONDAY, type TestApp } from '../testing/test-app.ts';
import { createTestClock, createTestFiles } from '../testing/test-ports.ts';
import { openTestServers, type TestServers } from '../testing/test-servers.ts';

const newFolder = () => createTestFiles(createTestClock(MONDAY));
const missing = (): FileStore => {
  const fail = () => Promise.reject(new Error('ENOENT'));
  return { ...newFolder(), write: fail, list: fail, mark: { read: fail, write: fail } };
};
/** What is mounted at the place of the files. */
let mounted: FileStore;
let servers: TestServers;
let app: TestApp;
let place: FilePlace;
beforeAll(async () => {
  mounted = newFolder();
  const files: FileStore = {
    write: (name, chunks) => mounted.write(name, chunks),
    read: (name) => mounted.read(name),
    remove: (name) => mounted.remove(name),
    list: () => mounted.list(),
    mark: { read: () => mounted.mark.read(), write: (mark) => mounted.mark.write(mark) },
  };
  servers = await openTestServers(['A'], { files: () => files });
  [app] = servers.servers as [TestApp];
  await app.services.filePlace.check();
  place = createFilePlace({
    files,
    repos: createRepositories(app.db),
    random: { bytes: (length) => new Uint8Array(randomBytes(length)) },
    server: { isAlone: false },
  });
  await place.check();
});
afterAll(() => servers.close());

it('is looked at before each write: one that went away since the last check, or is empty now, is refused', async () => {
  const real = mounted;
  const backUp = async () => (await app.admin('POST', '/admin/backup/database')).status;
  expect(await backUp()).toBe(200);
  for (const [other, state] of [
    [newFolder(), 'elsewhere'],
    [missing(), 'unreachable'],
  ] as const) {
    mounted = other;
    expect(await backUp()).toBe(503);
    expect(app.services.filePlace.status()).toBe(state);
    mounted = real;
    expect(await backUp()).toBe(200);
    mounted = other;
    // Within work that has begun: a snapshot holds the only connection.
    async function* chunks() {
      yield new TextEncoder().encode('x');
    }
    await expect(place.files.write('backup-1.rollcall', chunks())).rejects.toMatchObject({
      code: 'files_elsewhere',
    });
    mounted = real;
    expect(await place.check()).toBe('ok');
  }
  expect((await real.list()).length).toBe(3);
});
