import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@rollcall/core/kernel/clock';
import { createSnapshots } from '@rollcall/db/archive/archive-reader';
import { createFromSeed } from '@rollcall/db/embedded/folder/data-folder';
import { createSeed } from '@rollcall/db/embedded/open-embedded';
import { migrate } from '@rollcall/db/migrations/migrate';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { drizzleOn, type OpenDatabase, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { createRepositories } from '@rollcall/db/repositories';
import { CACHE, cachedSeed } from '@rollcall/db/testing/test-seed';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupToFile } from '../cli/backup-commands.ts';
import { restoreFromFile } from '../cli/restore-commands.ts';
import { readEnv, type ServerEnv } from '../env.ts';
import { openMasterKeys } from '../keys/master-keys.ts';
import { log } from '../testing/institution.ts';
import { opening, testLocations } from '../testing/shared-database.ts';
import { locations } from './locations.ts';
import { openDatabase, type ServerDatabase } from './open-database.ts';
import { backUpBeforeUpgrade } from './upgrade-backup.ts';

const POSTGRES = process.env.TEST_POSTGRES_URL;
const OLD_SCHEMA = 7;
let folder: string;
let admin: OpenDatabase | null = null;
const name = `upgrade_${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-upgrade-'));
  if (!POSTGRES) return;
  admin = await openPostgres(POSTGRES, () => {});
  await admin.pool.query(`create database ${name}`);
});
afterAll(async () => {
  await admin?.pool.query(`drop database if exists ${name} with (force)`);
  await admin?.close();
  await rm(folder, { recursive: true, force: true });
});

const envOf = (where: string, more: Record<string, string> = {}) =>
  readEnv({ DATA_DIR: join(folder, where), DEMO_MODE: 'false', TIME_ZONE: 'UTC', ...more });

/** An institution as schema 7 left it: people with attendance, one who was erased, one who was deleted. */
const FILLED = `
    insert into institution (name, time_zone, working_days) values ('Old School', 'UTC', '{1,2,3,4,5}');
    insert into people (id, code, name, username, kind, class_section, registered_on, deleted_at) values
      (1, 'admin', 'Administrator', null, 'admin', null, '2025-01-01', null),
      (2, 'A-1', 'Ada, "the" First_', 'ada', 'student', 'CS-A', '2025-01-01', null),
      (3, 'deleted-1', 'Deleted user', null, 'student', null, '2025-01-01', '2025-05-01'),
      (4, 'B-1', 'Ben', 'ben', 'student', 'CS-A', '2025-01-01', null);
    insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
        rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
      select p, '2025-02-03', 'on_time', 'check_in', 'student', 'CS-A', '2025-02-03 08:50Z', 530, '09:00', 15, '09:30', 60,
        '2025-02-03 08:50Z' from unnest('{2,4}'::int[]) p;
    insert into credentials values (1, 'hash', now());
    select setval('people_id_seq', 9);
    insert into consents (person_id, text_version, given_by, given_at, noted_by, withdrawn_at, withdrawn_by) values
      (2, '1', 'Ada', '2025-02-01', 'Ada', '2025-03-01', 'Ada');
    insert into audit (at, actor_id, actor_name, action, subject, address, detail) values
      ('2025-02-01', 1, 'Administrator', 'leave_added', 'E-9', 'x', '{"reason": "Appendicitis"}'),
      ('2025-02-02', 1, 'Administrator', 'person_erased', 'E-9', 'x', '{"attendance": "removed"}'),
      ('2025-02-03', 1, 'Administrator', 'leave_added', 'A-1', 'x', '{"reason": "Measles"}'),
      ('2025-02-04', 1, 'Administrator', 'report_made', 'attendance-a-1-2025', 'x',
        '{"of": "Ada, \\"the\\" First_, A-1, CS-A", "report": "Personal report"}'),
      ('2025-02-04', 1, 'Administrator', 'report_made', 'attendance-e-9-2025', 'x', '{"of": "Gone Person, E-9, CS-A"}'),
      ('2025-02-05', null, 'ada', 'sign_in_failed', 'ada', 'x', '{}'),
      ('2025-02-05', null, 'my-password', 'sign_in_failed', 'my-password', 'x', '{}');`;

async function fillAsSchema7(pool: OpenDatabase['pool']): Promise<void> {
  const migrations = await readMigrations(locations.migrations);
  await migrate(
    drizzleOn(pool),
    migrations.filter(({ version }) => version <= OLD_SCHEMA),
  );
  await pool.query(FILLED);
}

const ofUpgrade = async (env: ServerEnv) =>
  (await readdir(join(env.dataDir, 'files'))).filter((file) => file.startsWith('backup-before-upgrade-'));

async function expectUpgraded(env: ServerEnv, database: ServerDatabase): Promise<void> {
  const repos = createRepositories(database.db);
  const audit = await repos.audit.list({ limit: 50 });
  const entries = audit.entries.map(({ action, subject, subjectId, detail }) => [
    action,
    subject,
    subjectId,
    detail,
  ]);
  expect(entries.toReversed()).toEqual([
    ['leave_added', null, null, {}],
    ['person_erased', 'E-9', null, { attendance: 'removed' }],
    ['leave_added', 'A-1', 2, { reason: 'Measles' }],
    ['report_made', 'A-1', 2, { report: 'Personal report' }],
    ['report_made', null, null, {}],
    ['sign_in_failed', 'A-1', 2, {}],
    ['sign_in_failed', 'unknown account', null, {}],
  ]);
  const listed = await repos.operations.list(5);
  expect(listed).toMatchObject([{ kind: 'backup', state: 'done', createdBy: 'Upgrade' }]);
  expect(await ofUpgrade(env)).toEqual([listed[0]?.file]);
}

/** An upgrade that fails at every start makes one file, which is written again when it is not whole or not of now. */
async function failAtEveryStart(env: ServerEnv, { db }: ServerDatabase): Promise<void> {
  const place = join(env.dataDir, 'files', `backup-before-upgrade-${OLD_SCHEMA}.rollcall`);
  const start = async () => {
    await backUpBeforeUpgrade({ env, db, snapshots: createSnapshots(db), newest: OLD_SCHEMA + 1, log });
    expect(await readdir(join(env.dataDir, 'files'))).toHaveLength(1);
    return readFile(place);
  };
  const first = await start();
  expect(await start()).toEqual(first);
  await writeFile(place, first.subarray(0, -1));
  const second = await start();
  expect(second.length).toBeGreaterThan(first.length - 1);
  const insert = sql`insert into audit (at, actor_name, action, address, detail) values (now(), 'x', 'signed_in', 'x', '{}')`;
  await db.execute(insert);
  const third = await start();
  expect(third).not.toEqual(second);
  // As many rows as before, and not the same.
  await db.execute(sql`delete from audit where action = 'signed_in'`);
  await db.execute(insert);
  expect(await start()).not.toEqual(third);
  await db.execute(sql`delete from audit where action = 'signed_in'`);
  await start();
}

describe('an upgrade', () => {
  it('of the embedded database makes a backup first, which restores who and what was there, and nobody erased since', async () => {
    const env = envOf('embedded');
    await mkdir(env.dataDir, { recursive: true });
    await openMasterKeys(join(env.dataDir, 'keys'), undefined);
    const seed = await cachedSeed({
      folder: CACHE,
      parts: [FILLED],
      create: () => createSeed(fillAsSchema7, { compress: false }),
    });
    createFromSeed(join(env.dataDir, 'postgres'), await readFile(seed));
    const context = { env, locations: testLocations, log };
    // A command upgrades nothing, and backs it up as it is.
    const before = await openDatabase(env, testLocations, log, { upgrade: false });
    const made = await backupToFile(
      { ...context, ...opening(before) },
      { out: join(folder, 'old.rollcall') },
    );
    expect([before.schema, made]).toEqual([OLD_SCHEMA, expect.stringContaining(`schema ${OLD_SCHEMA}, `)]);
    await failAtEveryStart(env, before);
    await before.close();
    const madeBefore = systemClock.now().getTime();

    const database = await openDatabase(env, testLocations, log);
    await expectUpgraded(env, database);
    const [used] = await createRepositories(database.db).operations.list(1);
    expect(used?.createdAt.getTime()).toBeLessThanOrEqual(madeBefore);
    await createRepositories(database.db).people.erase(4, systemClock.now());
    const [file = ''] = await ofUpgrade(env);
    const shared = { ...context, ...opening(database) };
    const path = join(env.dataDir, 'files', file);
    const said = await restoreFromFile(shared, { file: path, replace: 'Old School' });
    expect(said).toContain(`schema ${OLD_SCHEMA}, `);
    expect(said).toContain('Erased since the backup, and removed again: B-1.');
    const { analytics, attendance, jobs } = createRepositories(database.db);
    expect(await attendance.countDays()).toBe(1);
    expect(await analytics.differences()).toEqual([]);
    // Work goes on with numbers that no row has yet.
    await jobs.add({ kind: 'file', key: 'next', input: null, pinnedTo: null }, 1000);
    await database.close();
  });

  it.skipIf(!POSTGRES)('of PostgreSQL does not happen without a backup, unless told', async () => {
    const address = new URL(POSTGRES ?? '');
    address.pathname = `/${name}`;
    const DATABASE_URL = address.href;
    const env = envOf('postgres', { DATABASE_URL });
    const old = await openPostgres(DATABASE_URL, () => {});
    await fillAsSchema7(old.pool);
    await old.close();
    // No master key: the backup could not be opened later.
    await expect(openDatabase(env, locations, log)).rejects.toThrow('Nothing was changed.');
    await openMasterKeys(join(env.dataDir, 'keys'), undefined);
    // Two servers at once make one backup.
    const servers = await Promise.all([1, 2].map(() => openDatabase(env, locations, log)));
    for (const server of servers) await server.close();
    const again = await openDatabase(env, locations, log);
    await expectUpgraded(env, again);
    await again.close();
  });
});

it('a folder that cannot be used is described in a sentence', async () => {
  await writeFile(join(folder, 'a-file'), '');
  await expect(openDatabase(envOf('a-file'), locations, log)).rejects.toThrow('is not a folder');
  if (process.getuid?.() === 0) return; // root may write anywhere
  await mkdir(join(folder, 'closed'));
  await chmod(join(folder, 'closed'), 0o500);
  await expect(openDatabase(envOf('closed/data'), locations, log)).rejects.toThrow('belongs to another user');
});
