import { type OpenDatabase, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeArchive, openArchive, restoreOf } from '../testing/archive-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** Two servers on one PostgreSQL, each with connections of its own. */

let database: TestDb;
let connections: OpenDatabase;
let first: TestApp;
let second: TestApp;
beforeAll(async () => {
  database = await openTestDb();
  connections = await openPostgres(database.pool.options.connectionString ?? '', () => {});
  first = await openTestApp({ database, server: { id: 'first', isAlone: false } });
  second = await openTestApp({
    database: connections,
    setUp: false,
    files: first.files,
    masterKeys: first.keyNeeds.keys,
    server: { id: 'second', isAlone: false },
  });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

it('what one server acknowledges while another restores is in the backup that is made first', async () => {
  const archive = await makeArchive(first);
  const token = await second.adminToken();
  const acknowledged: string[] = [];
  const refusals: number[] = [];
  let restored = false;
  const writing = (async () => {
    while (!restored) {
      const title = `Notice ${acknowledged.length}`;
      const { status } = await second.call('POST', '/admin/notices', {
        token,
        body: { title, content: 'x' },
      });
      if (status < 300) acknowledged.push(title);
      else refusals.push(status);
      // A refusal takes no query, and the restore runs in the same process.
      await new Promise((go) => setImmediate(go));
    }
  })();
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
  const { status } = await restoreOf(first, archive);
  restored = true;
  await writing;
  expect(status).toBe(200);
  // Refused in time, and signed out by the restore; never a failure.
  expect(refusals).toContain(503);
  expect(refusals.filter((each) => each !== 503 && each !== 401)).toEqual([]);

  const { body } = await first.admin('GET', '/admin/operations');
  const made = body.operations.find(({ filename }: { filename: string }) =>
    filename.startsWith('backup-before'),
  );
  const response = await first.download(`/admin/download/${made.filename}`);
  const { tables } = await openArchive(first, new Uint8Array(await response.arrayBuffer()));
  const titles = tables.notices?.map(({ title }) => title);
  expect(acknowledged.filter((title) => !titles?.includes(title))).toEqual([]);
});

it('a restore at one server refuses a restore at another, which is free again when its connection ends', async () => {
  let release = () => {};
  const paused = new Promise<void>((done) => {
    release = done;
  });
  let holding: Promise<void> = Promise.resolve();
  // An answer of the second server may be that of a moment ago.
  await new Promise<void>((begun) => {
    holding = first.maintenance.hold(() => {
      begun();
      return paused;
    });
  });
  await expect.poll(() => second.maintenance.isOn()).toBe(true);
  await expect(second.maintenance.hold(async () => {})).rejects.toMatchObject({ code: 'restore_running' });
  release();
  await holding;
  await expect.poll(() => second.maintenance.isOn()).toBe(false);
  expect(await second.maintenance.hold(async () => 'done')).toBe('done');
});
