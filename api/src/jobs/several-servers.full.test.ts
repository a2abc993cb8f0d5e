import type { Snapshots } from '@rollcall/core/backup/backup.ports';
import type { FileStore } from '@rollcall/core/operations/operations.ports';
import { createSnapshots } from '@rollcall/db/archive/archive-reader';
import { createRepositories } from '@rollcall/db/repositories';
import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MONDAY, openTestApp, type TestApp, ZONE } from '../testing/test-app.ts';
import { createTestClock, createTestFiles } from '../testing/test-ports.ts';
import { openTestServers, type TestServers } from '../testing/test-servers.ts';

/** Three servers on one database behind a balancer that asks them in turn. */
let test: TestServers;
let database: TestDb;
let turn = 0;
let reading = { now: 0, most: 0 };
beforeAll(async () => {
  database = await openTestDb();
  const snapshots: Snapshots = {
    async read(work) {
      reading = { now: reading.now + 1, most: Math.max(reading.most, reading.now + 1) };
      try {
        return await createSnapshots(database.db).read(work);
      } finally {
        reading = { ...reading, now: reading.now - 1 };
      }
    },
  };
  test = await openTestServers(['A', 'B', 'C'], { database, snapshots });
});
afterAll(async () => {
  await test.close();
  await database.close();
});
const server = (index: number) => test.servers[index % 3] as TestApp;
const next = () => server(turn++);
async function* chunksOf(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text);
}

describe('behind a balancer', () => {
  it('a file made at one server is listed and downloaded at every other', async () => {
    const { export_file } = (await server(0).admin('POST', '/admin/export/json')).body;
    for (const index of [0, 1, 2]) {
      expect((await server(index).download(`/admin/download/${export_file}`)).status).toBe(200);
      const { operations } = (await server(index).admin('GET', '/admin/operations')).body;
      expect(operations[0]).toMatchObject({ filename: export_file, state: 'done' });
    }
  });

  it('imports and restores work wherever the upload and the run arrive', async () => {
    const people = await next().upload('/admin/import/people/upload', 'id,name\nS-1,One\nS-2,Two\n');
    const mapping = { user_id: 'id', name: 'name' };
    const body = { upload: people.body.upload, mapping, passwords: 'unset', bad_rows: 'refuse' };
    const dry = await next().admin('POST', '/admin/import/people', { ...body, dry_run: true });
    expect(dry.body).toMatchObject({ importable: 2 });
    const run = await next().admin('POST', '/admin/import/people', { ...body, dry_run: false });
    expect(run.body).toMatchObject({ imported: 2 });

    const days = await next().upload('/admin/import/attendance/upload', 'id,date,in\nS-1,2026-02-27,09:00\n');
    const imported = await next().admin('POST', '/admin/import/attendance', {
      upload: days.body.upload,
      mapping: { user_id: 'id', date: 'date', check_in: 'in' },
      bad_rows: 'refuse',
      dry_run: false,
    });
    expect(imported.body).toMatchObject({ imported: 1 });

    const passphrase = 'correct horse battery';
    const { backup_file } = (await next().admin('POST', '/admin/backup/database', { passphrase })).body;
    const archive = await next().download(`/admin/download/${backup_file}`);
    const uploaded = await next().upload(
      '/admin/restore/upload',
      new Uint8Array(await archive.arrayBuffer()),
    );
    const { upload } = uploaded.body;
    const checked = await next().admin('POST', '/admin/restore', { upload, passphrase, dry_run: true });
    expect(checked.body.archive).toMatchObject({ institution: 'Test School' });
  });

  it('backups that are asked for at once follow one another on each server', async () => {
    reading = { now: 0, most: 0 };
    const asked = Array.from({ length: 8 }, () => server(0).admin('POST', '/admin/backup/database'));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(reading).toEqual({ now: 0, most: 1 });
  });

  it('a server with a folder of its own says so and refuses work with files', async () => {
    const { export_file } = (await server(0).admin('POST', '/admin/export/json')).body;
    const other = await openTestServers(['D'], {
      database,
      setUp: false,
      files: () => createTestFiles(createTestClock(MONDAY)),
    });
    const [d] = other.servers as [TestApp];
    await d.services.filePlace.check();
    expect((await d.admin('GET', '/admin/jobs')).body.files).toBe('elsewhere');
    expect((await server(0).admin('GET', '/admin/jobs')).body.files).toBe('ok');
    const refused = [
      await d.admin('GET', `/admin/download/${export_file}`),
      await d.admin('POST', '/admin/export/json'),
      await d.admin('POST', '/admin/backup/database', { passphrase: 'correct horse battery' }),
      await d.upload('/admin/import/people/upload', 'id,name\nS-3,Three\n'),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(503);
      expect(body.error).toMatchObject({
        code: 'files_elsewhere',
        message: expect.stringContaining('FILES_DIR'),
      });
    }
    // Work that the others asked for is left to them.
    const id = await d.services.jobs.add('file', 'x.json', { by: { name: 'x' }, kind: 'export_json' });
    await d.services.jobs.runDue();
    expect(await d.services.jobs.find('file', 'x.json')).toMatchObject({ id, state: 'waiting' });
    await database.pool.query('delete from jobs where id = $1', [id]);
    await other.close();
  });

  it('an empty folder does not take the place of the one with the files, whoever is away, unless told', async () => {
    const { export_file } = (await server(0).admin('POST', '/admin/export/json')).body;
    const outcomeOf = async (files: FileStore, hasNewFiles = false) => {
      const other = await openTestServers(['E'], { database, setUp: false, files: () => files, hasNewFiles });
      const [e] = other.servers as [TestApp];
      const early = await e.services.filePlace.check();
      await database.pool.query(`update file_places set confirmed_at = now() - interval '11 minutes'`);
      const late = await e.services.filePlace.check();
      await other.close();
      return [early, late];
    };
    // Not mounted, or a folder of something else.
    expect(await outcomeOf(createTestFiles(test.clock))).toEqual(['elsewhere', 'elsewhere']);
    const foreign = createTestFiles(test.clock);
    await foreign.write('backup-9.rollcall', chunksOf('of another installation'));
    expect(await outcomeOf(foreign)).toEqual(['elsewhere', 'elsewhere']);
    // The folder itself cannot be read any more.
    const missing = { ...createTestFiles(test.clock), list: () => Promise.reject(new Error('ENOENT')) };
    expect(await outcomeOf(missing)).toEqual(['elsewhere', 'elsewhere']);
    // Not mounted at an upgrade, which wrote its backup all the same.
    const upgraded = createTestFiles(test.clock);
    const file = 'backup-before-upgrade-16-a.rollcall';
    const stored = await upgraded.write(file, chunksOf('of before the upgrade'));
    const { operations } = createRepositories(database.db);
    const times = { createdAt: test.clock.now(), expiresAt: test.clock.now() };
    const { id } = await operations.insert({ kind: 'backup', file, createdBy: 'Upgrade', ...times });
    await operations.finish(id, { state: 'done', ...stored });
    expect(await outcomeOf(upgraded)).toEqual(['elsewhere', 'elsewhere']);
    expect(await server(0).services.filePlace.check()).toBe('ok');

    const moved = createTestFiles(test.clock);
    await moved.write(export_file, chunksOf('a copy'));
    expect(await outcomeOf(moved)).toEqual(['elsewhere', 'ok']);
    expect(await server(0).services.filePlace.check()).toBe('elsewhere');
    expect(await outcomeOf(createTestFiles(test.clock), true)).toEqual(['elsewhere', 'ok']);
    // Nothing but the backup of the upgrade was ever made, so nothing is missing.
    await database.pool.query('delete from operations where id <> $1', [id]);
    expect(await outcomeOf(upgraded)).toEqual(['elsewhere', 'ok']);
    await database.pool.query('delete from file_places');
    expect(await server(0).services.filePlace.check()).toBe('ok');
  });

  it('a folder that took the place of another one removes no entry of the files that it does not have', async () => {
    const { export_file } = (await server(0).admin('POST', '/admin/export/json')).body;
    await database.pool.query(`update file_places set confirmed_at = now() - interval '11 minutes'`);
    const other = await openTestServers(['F'], {
      database,
      setUp: false,
      hasNewFiles: true,
      files: () => createTestFiles(test.clock),
    });
    const [f] = other.servers as [TestApp];
    expect(await f.services.filePlace.check()).toBe('ok');
    // The operation is of the time of the test's clock, the folder of the database's.
    await database.pool.query(`update file_places set since = '2026-03-02T12:00:00Z'`);
    f.clock.set('2026-03-04T12:00:00Z');
    await f.services.backup.removeExpired();
    expect(await createRepositories(database.db).operations.byFile(export_file)).not.toBeNull();
    await other.close();
    await database.pool.query('delete from file_places');
  });
});

describe('servers that start on an empty database', () => {
  it('accept the set-up code that any of them printed, until the institution is set up', async () => {
    const empty = await openTestServers(['A', 'B'], { setUp: false });
    const [a, b] = empty.servers as [TestApp, TestApp];
    expect(await a.services.setup.offer('AAAA-BBBB-CCCC')).toBe(true);
    expect(await b.services.setup.offer('DDDD-EEEE-FFFF')).toBe(true);
    const body = { code: 'aaaa bbbb cccc', name: 'Hill School', timeZone: ZONE, password: 'admin-secret' };
    const wrong = { ...body, code: 'AAAA-BBBB-CCCD' };
    await expect(b.services.setup.run(wrong, '192.0.2.9')).rejects.toMatchObject({
      code: 'invalid_setup_code',
    });
    await b.services.setup.run(body, '192.0.2.1');
    expect(await a.services.setup.offer('GGGG-HHHH-JJJJ')).toBe(false);
    expect((await empty.pool.query('select * from setup_codes')).rows).toEqual([]);
    await empty.close();
  });

  it('fill it with one demo school', async () => {
    const shared = await openTestDb();
    const apps = await Promise.all(
      ['A', 'B', 'C'].map((id) =>
        openTestApp({
          demo: true,
          server: { id, isAlone: false },
          database: { ...shared, close: async () => {} },
        }),
      ),
    );
    await Promise.all(apps.map(({ services }) => services.demoData.populate()));
    const one = await apps[0]?.services.demoData.summary();
    for (const { services } of apps) expect(await services.demoData.summary()).toEqual(one);
    const { rows } = await shared.pool.query(
      `select count(*)::int as rows, count(distinct (person_id, seen_at))::int as different from check_ins`,
    );
    expect(rows[0].rows).toBe(rows[0].different);
    await shared.close();
  });
});
