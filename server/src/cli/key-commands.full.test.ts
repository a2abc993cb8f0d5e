import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sceneImage } from '@rollcall/api/testing/scripted-engine';
import { codeOfApp } from '@rollcall/api/testing/second-factors';
import { systemClock } from '@rollcall/core/kernel/clock';
import { type OpenDatabase, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv, type ServerEnv } from '../env.ts';
import { locations } from '../storage/locations.ts';
import { log, openInstitution } from '../testing/institution.ts';
import { backupToFile } from './backup-commands.ts';
import { exportKeys, importKeys, resetKeys, rotateKeys } from './key-commands.ts';
import { restoreFromFile } from './restore-commands.ts';

const POSTGRES = process.env.TEST_POSTGRES_URL;
type School = Awaited<ReturnType<typeof openInstitution>>;

let folder: string;
let admin: OpenDatabase | null = null;
const databases: string[] = [];
const at = (name: string) => join(folder, name);
/** Address of a new database, or undefined for the embedded one: opening that takes seconds, so it is used only without a PostgreSQL. */
async function newDatabase(): Promise<string | undefined> {
  if (!admin || !POSTGRES) return undefined;
  const name = `keys_${randomUUID().slice(0, 8)}`;
  await admin.pool.query(`create database ${name}`);
  databases.push(name);
  const address = new URL(POSTGRES);
  address.pathname = `/${name}`;
  return address.href;
}
const passphrase = () => ({ 'passphrase-file': at('passphrase') });
const envIn = (dataDir: string, url?: string): ServerEnv =>
  readEnv({ DATA_DIR: at(dataDir), DEMO_MODE: 'false', TIME_ZONE: 'UTC', DATABASE_URL: url });
const context = (env: ServerEnv) => ({ env, locations, log });
const keyFiles = (env: ServerEnv) => readdir(join(env.dataDir, 'keys'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-key-commands-'));
  await writeFile(at('passphrase'), 'a passphrase for keys\n');
  if (!POSTGRES) return;
  admin = await openPostgres(POSTGRES, () => {});
});
afterAll(async () => {
  for (const name of databases) await admin?.pool.query(`drop database if exists ${name} with (force)`);
  await admin?.close();
  await rm(folder, { recursive: true, force: true });
});

const enrol = async (school: School, token: string, person: number) =>
  school.call('POST', '/admin/capture-face', token, {
    user_id: `P-${person}`,
    images: [1, 2, 3].map((nonce) => sceneImage({ person, nonce })),
  });

async function fill(school: School, people: readonly number[]): Promise<void> {
  const setUp = { code: 'x', name: 'Hill School', timeZone: 'UTC', password: 'admin-secret' };
  await school.services.setup.run(setUp, '192.0.2.1');
  const token = await school.adminToken();
  await school.call('POST', '/admin/face-settings', token, { liveness: 'off' });
  for (const person of people) {
    const id = `P-${person}`;
    const body = { name: id, user_id: id, username: id, password: `secret-${id}`, type: 'student' };
    await school.call('POST', '/admin/register', token, body);
    await school.call('POST', `/admin/users/${id}/consent`, token, { given_by: id });
    expect(await enrol(school, token, person)).toMatchObject({ success: true });
  }
}

const status = async (school: School) =>
  school.call('GET', '/admin/face-status', await school.adminToken()) as Promise<{
    people: number;
    unreadable: { id: string }[];
    master_key: { state: string; id: string | null; expected: string | null; problem: string | null };
  }>;

const signInAs = (school: School, id: string) =>
  school.call('POST', '/user/login', '', { username: id, password: `secret-${id}` });

/** Sets up an app for codes. */
async function addApp(school: School, id: string): Promise<void> {
  const token = String((await signInAs(school, id)).access_token);
  const { secret } = await school.call('POST', '/me/totp', token);
  await school.call('PUT', '/me/totp', token, { code: codeOfApp(String(secret), systemClock.now()) });
}

/** Whether codes of the app can be checked here; recovery codes always can. */
const takesCodes = async (school: School, id: string): Promise<boolean> => {
  const refused = await signInAs(school, id).catch(String);
  expect(refused).toContain('recovery_code');
  return String(refused).includes('totp');
};

/** Opens the institution, looks, and closes it. */
async function look<T>(env: ServerEnv, work: (school: School) => Promise<T>): Promise<T> {
  const school = await openInstitution(env);
  try {
    return await work(school);
  } finally {
    await school.close();
  }
}

describe('a lost master key', () => {
  let env: ServerEnv;
  let key: string;
  beforeAll(async () => {
    env = envIn('lost', await newDatabase());
    await look(env, (school) => fill(school, [0, 1]));
    const said = await exportKeys(context(env), { out: at('keys'), ...passphrase() });
    expect(said).toContain('and 2 face keys');
    expect(said).toContain('2 of 2 faces open');
    key = /the master key ([0-9a-f]{16})/.exec(said)?.[1] ?? '';
    expect(key).not.toBe('');
  });

  it.each<[string, () => Promise<void>, string]>([
    ['is missing', () => rm(join(env.dataDir, 'keys', 'template.key')), 'missing'],
    ['is an empty file', () => writeFile(join(env.dataDir, 'keys', 'template.key'), ''), 'unreadable'],
    [
      'is another key',
      () => writeFile(join(env.dataDir, 'keys', 'template.key'), Buffer.alloc(32, 9).toString('base64')),
      'mismatch',
    ],
  ])(
    'that %s: the server starts without faces and says so; importing repairs it',
    async (_what, lose, state) => {
      await lose();
      const files = await keyFiles(env);
      await look(env, async (school) => {
        const { people, unreadable, master_key } = await status(school);
        expect([people, unreadable.length, master_key.state, master_key.expected]).toEqual([
          0,
          2,
          state,
          key,
        ]);
        expect(master_key.problem).toContain('rollcall keys import');
        await expect(enrol(school, await school.adminToken(), 0)).rejects.toThrow(
          /face_key_(missing|mismatch)/,
        );
      });
      expect(await keyFiles(env)).toEqual(files);
      await expect(exportKeys(context(env), { out: at('wrong'), ...passphrase() })).rejects.toThrow(key);
      await expect(backupToFile(context(env), { out: at('wrong') })).rejects.toThrow(key);

      const said = await importKeys(context(env), { file: at('keys'), ...passphrase() });
      expect(said).toContain(`The master key ${key} is back in its place`);
      expect(said).toContain('2 of 2 faces open');
      expect(await keyFiles(env)).toContain('template.key');
      await look(env, async (school) => {
        expect(await status(school)).toMatchObject({
          people: 2,
          unreadable: [],
          master_key: { state: 'ok' },
        });
      });
      expect(await importKeys(context(env), { file: at('keys'), ...passphrase() })).toContain('already here');
    },
  );

  // The embedded database is in the folder itself: another folder has another database.
  it.skipIf(!POSTGRES)('of another folder is neither created nor used by a command', async () => {
    const elsewhere = envIn('elsewhere', env.databaseUrl);
    await expect(exportKeys(context(elsewhere), { out: at('wrong'), ...passphrase() })).rejects.toThrow(
      'is not here',
    );
    expect(await keyFiles(elsewhere).catch(() => [])).toEqual([]);
  });

  it('does not come back for somebody who was erased or whose face data was removed', async () => {
    await look(env, async (school) => {
      const token = await school.adminToken();
      await school.call('DELETE', '/admin/users/P-1/face', token);
    });
    const said = await importKeys(context(env), { file: at('keys'), ...passphrase() });
    expect(said).toContain('No face key had to be put back.');
    await look(env, async ({ database }) => {
      const { rows } = (await database.db.execute(
        'select count(*)::int as keys from face_keys',
      )) as unknown as {
        rows: unknown[];
      };
      expect(rows).toEqual([{ keys: 1 }]);
    });
  });

  it('that is lost for ever: begins anew on demand only, and keeps everything else', async () => {
    await rm(join(env.dataDir, 'keys', 'template.key'));
    await expect(resetKeys(context(env), {})).rejects.toThrow('1 faces cannot be opened');
    expect(await resetKeys(context(env), { 'forget-faces': true })).toContain('face data of 1 people');
    await look(env, async (school) => {
      expect(await status(school)).toMatchObject({ people: 0, unreadable: [], master_key: { state: 'ok' } });
      expect(await enrol(school, await school.adminToken(), 0)).toMatchObject({ success: true });
    });
    await expect(resetKeys(context(env), { 'forget-faces': true })).rejects.toThrow('Nothing is lost');
  });
});

describe.skipIf(!POSTGRES)('master keys on PostgreSQL', () => {
  let url: string | undefined;
  beforeAll(async () => {
    url = await newDatabase();
    await look(envIn('a', url), async (school) => {
      await fill(school, [0, 1]);
      await addApp(school, 'P-0');
    });
  });

  it('a second server with a folder of its own makes no key, enrols nobody and harms nobody', async () => {
    const [a, b] = [envIn('a', url), envIn('b', url)];
    await look(b, async (school) => {
      expect((await status(school)).master_key.state).toBe('missing');
      await expect(enrol(school, await school.adminToken(), 1)).rejects.toThrow('face_key_missing');
      expect(await takesCodes(school, 'P-0')).toBe(false);
    });
    expect(await keyFiles(b).catch(() => [])).toEqual([]);
    await look(a, async (school) =>
      expect(await status(school)).toMatchObject({ people: 2, unreadable: [] }),
    );
  });

  it('rotate and import refuse to run beside a server', async () => {
    const env = envIn('a', url);
    await exportKeys(context(env), { out: at('pg-keys'), ...passphrase() });
    await backupToFile(context(env), { out: at('before-rotation') });
    await look(env, async () => {
      await expect(rotateKeys(context(env))).rejects.toThrow('A Rollcall server is running');
      await expect(importKeys(context(env), { file: at('pg-keys'), ...passphrase() })).rejects.toThrow(
        'A Rollcall server is running',
      );
    });
    const said = await rotateKeys(context(env));
    expect(said).toContain('Rewrapped 2 face keys');
    expect(said).toContain('2 of 2 faces open');
    await look(env, async (school) =>
      expect(await status(school)).toMatchObject({ people: 2, unreadable: [] }),
    );
  });

  it('rotate once more after a rotation that was interrupted when the database had the new key', async () => {
    const env = envIn('a', url);
    const key = (name: string) => join(env.dataDir, 'keys', `template.key${name}`);
    const [retired = ''] = (await keyFiles(env)).filter((name) => name.includes('.retired-'));
    await rename(key(''), key('.next'));
    await copyFile(join(env.dataDir, 'keys', retired), key(''));
    const said = await rotateKeys(context(env));
    expect(said).toContain('Rewrapped 2 face keys');
    const file = /kept for them as (\S+)\. Delete/.exec(said)?.[1] ?? '';
    expect(await keyFiles(env)).toContain(basename(file));
    expect(basename(file)).not.toBe(retired);
    await rm(file);
  });

  it('open backups that were sealed with the key before a rotation, until its file is deleted', async () => {
    const env = envIn('a', url);
    const restore = () =>
      restoreFromFile(context(env), { file: at('before-rotation'), replace: 'Hill School' });
    expect(await restore()).toContain('Faces: 2 of 2 people');
    await look(env, async (school) =>
      expect(await status(school)).toMatchObject({ people: 2, unreadable: [], master_key: { state: 'ok' } }),
    );
    const [retired = ''] = (await keyFiles(env)).filter((name) => name.includes('.retired-'));
    await rm(join(env.dataDir, 'keys', retired));
    await expect(restore()).rejects.toThrow('The key for this file is missing here');
    await look(env, async (school) => {
      expect(await status(school)).toMatchObject({ people: 2, unreadable: [] });
      // Its secret was sealed with the key before the rotation, and again by the restore.
      expect(await takesCodes(school, 'P-0')).toBe(true);
    });
  });

  it("a key that another master key wraps is one person's problem, named by the export", async () => {
    const env = envIn('a', url);
    const database = await openPostgres(url ?? '', () => {});
    await database.pool.query(
      `update face_keys set master_key_id = 'feedfeedfeedfeed' where person_id = (select id from people where code = 'P-1')`,
    );
    await database.close();
    const said = await exportKeys(context(env), { out: at('pg-keys-2'), ...passphrase() });
    expect(said).toContain('1 of 2 faces open');
    expect(said).toContain('Not opened: P-1.');
    await look(env, async (school) => {
      expect(await status(school)).toMatchObject({ people: 1, unreadable: [{ id: 'P-1' }] });
    });
    expect(await rotateKeys(context(env))).toContain('Not opened: P-1.');
    await look(env, async (school) => {
      const token = await school.adminToken();
      const added = { user_id: 'P-1', image: sceneImage({ person: 1, nonce: 4 }) };
      await expect(school.call('POST', '/admin/scan-face', token, added)).rejects.toThrow('can’t be opened');
      expect(await enrol(school, token, 1)).toMatchObject({ success: true });
      expect(await status(school)).toMatchObject({ people: 2, unreadable: [] });
    });
  });
});
