import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { migrate } from '@rollcall/db/migrations/migrate';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { drizzleOn, type OpenDatabase, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../cli/status-commands.ts';
import { readEnv } from '../env.ts';
import { openMasterKeys } from '../keys/master-keys.ts';
import { log } from '../testing/institution.ts';
import { locations } from './locations.ts';
import { openDatabase } from './open-database.ts';

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

/** An institution as the version with schema 7 left it: a person, one who was erased, one who was deleted. */
async function fillAsSchema7(pool: OpenDatabase['pool']): Promise<void> {
  const migrations = (await readMigrations(locations.migrations)).filter(
    ({ version }) => version <= OLD_SCHEMA,
  );
  await migrate(drizzleOn(pool), migrations);
  await pool.query(`
    insert into institution (name, time_zone, working_days) values ('Old School', 'UTC', '{1,2,3,4,5}');
    insert into people (id, code, name, username, kind, registered_on, deleted_at) values
      (1, 'admin', 'Administrator', null, 'admin', '2025-01-01', null),
      (2, 'A-1', 'Ada, "the" First_', 'ada', 'student', '2025-01-01', null),
      (3, 'deleted-1', 'Deleted user', null, 'student', '2025-01-01', '2025-05-01');
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
      ('2025-02-05', null, 'my-password', 'sign_in_failed', 'my-password', 'x', '{}');`);
}

async function expectUpgraded(env: ReturnType<typeof readEnv>): Promise<void> {
  const database = await openDatabase(env, locations, log);
  const repos = createRepositories(database.db);
  const entries = (await repos.audit.list({ limit: 50 })).map(({ action, subject, subjectId, detail }) => [
    action,
    subject,
    subjectId,
    detail,
  ]);
  expect(entries.reverse()).toEqual([
    ['leave_added', null, null, {}],
    ['person_erased', 'E-9', null, { attendance: 'removed' }],
    ['leave_added', 'A-1', 2, { reason: 'Measles' }],
    ['report_made', 'A-1', 2, { report: 'Personal report' }],
    ['report_made', null, null, {}],
    ['sign_in_failed', 'A-1', 2, {}],
    ['sign_in_failed', 'unknown account', null, {}],
  ]);
  const [backup] = await repos.operations.list(5);
  expect(backup).toMatchObject({ kind: 'backup', state: 'done', createdBy: 'Upgrade' });
  await database.close();
  const { text, exitCode } = await verify({ env, locations, log }, {});
  expect([exitCode, text]).toEqual([0, expect.stringContaining(`schema ${OLD_SCHEMA}, `)]);
}

describe('an upgrade', () => {
  it('of the embedded database makes a backup first, lists it, and cleans the audit', async () => {
    const env = envOf('embedded');
    await mkdir(env.dataDir, { recursive: true });
    await openMasterKeys(join(env.dataDir, 'keys'), undefined);
    const old = await openEmbedded({ at: { dataDir: join(env.dataDir, 'postgres') } });
    await fillAsSchema7(old.pool);
    await old.close();
    await expectUpgraded(env);
    const reopened = await openDatabase(env, locations, log);
    expect(await createRepositories(reopened.db).operations.list(5)).toHaveLength(1);
    await reopened.close();
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
    expect(
      (await readdir(join(env.dataDir, 'files'))).filter((file) => file.startsWith('backup-')),
    ).toHaveLength(1);
    await expectUpgraded(env);
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
