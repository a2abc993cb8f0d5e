import { createHash } from 'node:crypto';
import type { RestoreCheck, Snapshots } from '@rollcall/core/backup/backup.ports';
import { createJobs } from '@rollcall/core/jobs';
import { createSnapshots } from '@rollcall/db/archive/archive-reader';
import { createRestoreTarget } from '@rollcall/db/archive/restore-target';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { createRepositories } from '@rollcall/db/repositories';
import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { MIGRATIONS_FOLDER } from '@rollcall/db/testing/test-seed';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestApp } from '../testing/test-app.ts';
import { openTestServers, type TestServers } from '../testing/test-servers.ts';

let database: TestDb;
let test: TestServers;
let a: TestApp;
let b: TestApp;
let fault: 'none' | 'full' | 'slow' | 'held' | 'unrestorable';
/** Resolves when a slow backup has begun. */
let begun: () => void;
/** A server whose fault was `held` goes on when this does. */
let held: Promise<void>;

function gate() {
  let open = () => {};
  const opened = new Promise<void>((go) => {
    open = go;
  });
  return { opened, open };
}
const whenBegun = (): Promise<void> => {
  const { opened, open } = gate();
  begun = open;
  return opened;
};

const noRoom = () => Object.assign(new Error('no room'), { code: 'ENOSPC' });

/** The real snapshots, on a disk that can be full or slow. */
const faultySnapshots = (): Snapshots => ({
  async read(work) {
    if (fault === 'full') throw noRoom();
    if (fault === 'none') return createSnapshots(database.db).read(work);
    if (fault === 'unrestorable')
      return createSnapshots(database.db).read((reader) =>
        work({ ...reader, sequences: async () => ({ 'notices.id': 2 ** 31 - 1 }) }),
      );
    if (fault === 'held') {
      const written = await createSnapshots(database.db).read(work);
      begun();
      await held;
      return written;
    }
    begun();
    return createSnapshots(database.db).read((reader) =>
      work({
        ...reader,
        async *rows() {
          // Pages that never end: only the signal of the job stops it.
          for (;;) {
            yield [JSON.stringify({ filler: 'x'.repeat(200_000) })];
            await new Promise((go) => setImmediate(go));
          }
        },
      }),
    );
  },
});

/** The real check where it is the subject; elsewhere its second per backup adds up. */
const NOTHING = {
  erasedAgain: [],
  deletedAgain: [],
  consentsWithdrawnAgain: 0,
  adminPasswordChanges: false,
  ownersChange: false,
};
let isReadBack = false;
const faultyCheck: RestoreCheck['check'] = async (about, content) => {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  return isReadBack ? createRestoreTarget({ db: database.db, migrations }).check(about, content) : NOTHING;
};

beforeAll(async () => {
  database = await openTestDb();
  const first = await openTestServers(['first'], { database });
  await first.close();
});
afterAll(() => database.close());
beforeEach(async () => {
  fault = 'none';
  isReadBack = false;
  await database.pool.query('truncate jobs, operations, known_time, file_places');
  test = await openTestServers(['A', 'B'], {
    database,
    setUp: false,
    snapshots: faultySnapshots(),
    checkArchive: faultyCheck,
  });
  [a, b] = test.servers as [TestApp, TestApp];
  for (const server of test.servers) defineJobs(server);
});
afterEach(() => test.close());

const defineJobs = ({ services, clock, db }: TestApp) =>
  services.jobs.definePeriodic(createJobs({ services, repos: createRepositories(db), clock }));

/** Time passes on every clock, and the servers look for work. */
const at = async (time: string, minutes: number, servers = test.servers) => {
  test.clock.set(time);
  await test.passMinutes(minutes);
  for (const { services } of servers) await services.jobs.runDue();
};
const backups = async () =>
  (
    await database.pool.query(
      `select state, scheduled, created_at, expires_at from operations where kind = 'backup' order by id`,
    )
  ).rows;
const states = async () => (await backups()).map(({ state }) => state);
const health = async (app: TestApp) => (await app.admin('GET', '/admin/jobs')).body;

describe('a nightly backup that fails', () => {
  it('is made later the same night, and its failures are shown until then', async () => {
    fault = 'full';
    await at('2026-03-02T20:20:00Z', 10); // 02:05 on Tuesday in Kathmandu
    expect(await states()).toEqual(['failed']);
    await at('2026-03-02T20:22:00Z', 2);
    expect(await states()).toEqual(['failed']); // the list shows the last failure only
    expect((await health(b)).backup).toEqual({
      last_success: null,
      failures_in_a_row: 2,
      problem: 'There is not enough space on the disk.',
    });
    fault = 'none';
    const c = await test.start('C'); // also by a server that was started since
    defineJobs(c);
    await at('2026-03-02T20:40:00Z', 18, [c]);
    expect(await states()).toEqual(['done']);
    expect((await health(a)).backup).toEqual({
      last_success: '2026-03-02T20:40:00.000Z',
      failures_in_a_row: 0,
      problem: null,
    });
    await at('2026-03-02T22:40:00Z', 120);
    expect(await states()).toEqual(['done']);
  });

  it('on Monday leaves the long-lived backup of the week to Tuesday', async () => {
    fault = 'full';
    await at('2026-03-02T04:15:00Z', 10); // Monday, 10:00
    await at('2026-03-02T14:15:00Z', 600);
    fault = 'none';
    await at('2026-03-02T21:00:00Z', 405); // Tuesday, 02:45
    await at('2026-03-03T21:00:00Z', 1440); // Wednesday
    const days = (await backups()).map(({ state, created_at, expires_at }) => [
      state,
      Math.round((expires_at.getTime() - created_at.getTime()) / 86_400_000),
    ]);
    expect(days.filter(([state]) => state === 'done')).toEqual([
      ['done', 28],
      ['done', 7],
    ]);
  });

  it('for a month does not let the last good backup expire', async () => {
    await at('2026-03-01T21:00:00Z', 10);
    expect(await states()).toEqual(['done']);
    const [{ file }] = (await a.admin('GET', '/admin/operations')).body.operations.map(
      ({ filename }: { filename: string }) => ({ file: filename }),
    );
    fault = 'full';
    const night = (number: number) => new Date(Date.UTC(2026, 2, number, 21)).toISOString();
    for (const number of [2, 8, 9, 29, 30, 40]) await at(night(number), 1440, [number % 2 === 0 ? a : b]);
    expect((await states()).filter((state) => state === 'done')).toHaveLength(1);
    expect((await b.download(`/admin/download/${file}`)).status).toBe(200);
    fault = 'none';
    for (let number = 41; number <= 48; number += 1) await at(night(number), 1440, [a]);
    expect((await b.download(`/admin/download/${file}`)).status).toBe(404);
    expect((await states()).filter((state) => state === 'done').length).toBeGreaterThanOrEqual(7);
  });
});

it('a nightly backup that failed is not tried again when the schedule was switched off', async () => {
  fault = 'full';
  await at('2026-03-02T20:20:00Z', 10);
  fault = 'none';
  const save = (enabled: boolean) =>
    a.admin('PUT', '/admin/backup/schedule', { enabled, time: '02:00', keep_daily: 7, keep_weekly: 4 });
  expect((await save(false)).status).toBe(200);
  expect((await health(a)).backup).toMatchObject({ failures_in_a_row: 0, problem: null });
  await at('2026-03-02T22:40:00Z', 140);
  expect(await states()).toEqual(['failed']);
  await save(true);
  await at('2026-03-02T23:40:00Z', 60);
  expect((await states()).at(-1)).toBe('done');
});

describe('a nightly backup that cannot be restored', () => {
  const nightlyFiles = async () =>
    (await test.files.list()).map(({ name }) => name).filter((name) => name.startsWith('backup-'));

  it('counts as a failure and not as the last good one, and its file stays until a newer one is written', async () => {
    isReadBack = true;
    await at('2026-03-01T21:00:00Z', 10);
    expect((await health(a)).backup).toMatchObject({
      last_success: '2026-03-01T21:00:00.000Z',
      problem: null,
    });
    const [good = ''] = await nightlyFiles();

    fault = 'unrestorable';
    await at('2026-03-02T20:20:00Z', 1440);
    const [first = ''] = (await nightlyFiles()).filter((name) => name !== good);
    expect((await health(a)).backup).toEqual({
      last_success: '2026-03-01T21:00:00.000Z',
      failures_in_a_row: 1,
      problem: expect.stringMatching(`^The backup ${first} was written but can’t be restored: .*used up`),
    });
    await at('2026-03-02T20:22:00Z', 2, [b]);
    expect((await health(b)).backup).toMatchObject({ failures_in_a_row: 2 });
    const files = await nightlyFiles();
    expect(files).toEqual([good, expect.not.stringContaining(first)]);
    const newest = await a.admin('GET', '/admin/operations');
    expect(newest.body.operations[0]).toMatchObject({ filename: files[1], state: 'done' });
    expect(newest.body.operations).toHaveLength(2);

    fault = 'none';
    await at('2026-03-02T20:40:00Z', 18, [b]);
    expect((await health(a)).backup).toEqual({
      last_success: '2026-03-02T20:40:00.000Z',
      failures_in_a_row: 0,
      problem: null,
    });
    expect(await nightlyFiles()).toHaveLength(2);
  });
});

describe('a backup whose server goes away', () => {
  const startBackup = async () => {
    const started = whenBegun();
    test.clock.set('2026-03-02T20:20:00Z');
    await a.services.backup.addDue();
    await started;
  };
  const startSlowBackup = async (how: 'slow' | 'held' = 'slow') => {
    fault = how;
    await startBackup();
    fault = 'none';
  };

  /** The only file is the whole one that is listed. */
  const expectOneBackup = async () => {
    expect(await states()).toEqual(['done']);
    const [{ filename, sha256 }] = (await b.admin('GET', '/admin/operations')).body.operations;
    const content = await (await b.download(`/admin/download/${filename}`)).arrayBuffer();
    expect(createHash('sha256').update(Buffer.from(content)).digest('hex')).toBe(sha256);
    expect((await test.files.list()).map(({ name }) => name)).toEqual([filename]);
    expect((await health(b)).backup).toMatchObject({ failures_in_a_row: 0 });
  };

  it('is handed back by a deploy and made by another server at once', async () => {
    await startSlowBackup();
    await a.services.jobs.stop(0);
    expect(await states()).toEqual(['running']);
    await b.services.jobs.runDue();
    expect(await states()).toEqual(['done']);
    expect((await health(b)).backup).toMatchObject({ failures_in_a_row: 0 });
    expect((await test.files.list()).filter(({ name }) => name.startsWith('backup-'))).toHaveLength(1);
  });

  it.each(['goes on', 'fails'])(
    'is that of the next server when the first one %s after all',
    async (what) => {
      let goOn = () => {};
      held = new Promise((go, fail) => {
        goOn = () => (what === 'fails' ? fail(new Error('the disk went away')) : go());
      });
      await startSlowBackup('held');
      await test.passMinutes(2); // A is suspended, and has written its file
      await b.services.jobs.runDue();
      expect(await states()).toEqual(['done']);
      goOn();
      await a.services.jobs.runDue();
      await expectOneBackup();
    },
  );

  it('is that of the next server when the first one was suspended before it began to write', async () => {
    const ofA = gate();
    const ofB = gate();
    const read = test.files.mark.read;
    vi.spyOn(test.files.mark, 'read').mockImplementationOnce(async () => {
      begun();
      await ofA.opened;
      return read();
    });
    await startBackup();
    await test.passMinutes(2);
    fault = 'held';
    held = ofB.opened;
    const writing = whenBegun();
    const byB = b.services.jobs.runDue();
    await writing;
    fault = 'none';
    ofA.open();
    await a.services.jobs.runDue();
    ofB.open();
    await byB;
    await expectOneBackup();
  });

  it.runIf(process.env.TEST_DB === 'postgres')(
    'is taken over after a crash, and does not stay "running"',
    async () => {
      await startSlowBackup();
      await test.passMinutes(2); // A does not renew its lease
      await b.services.jobs.runDue();
      expect(await states()).toEqual(['done']);
      const [listed] = (await b.admin('GET', '/admin/operations')).body.operations;
      expect(listed).toMatchObject({ state: 'done', progress: 100 });
    },
  );
});

it('files that no row names and rows that no file has are swept after a day', async () => {
  const chunks = async function* () {
    yield new TextEncoder().encode('left behind');
  };
  await test.files.write('export-json-1.json', chunks());
  const made = (await a.admin('POST', '/admin/export/csv')).body.export_file;
  await test.files.remove(made);
  test.clock.set('2026-03-03T10:00:00Z');
  await a.services.clockGuard.isTrusted();
  await a.services.backup.removeExpired();
  expect(await test.files.list()).toEqual([]);
  expect((await a.admin('GET', '/admin/operations')).body.operations).toEqual([]);
});
