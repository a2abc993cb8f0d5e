import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv, type ServerEnv } from '../env.ts';
import {
  backUpWhileWriting,
  expectEverything,
  fill,
  log,
  openInstitution,
  PEOPLE,
} from '../testing/institution.ts';
import { opening, testLocations } from '../testing/shared-database.ts';
import { exportKeys } from './key-commands.ts';
import { restoreFromFile } from './restore-commands.ts';

const POSTGRES = process.env.TEST_POSTGRES_URL;

describe.skipIf(!POSTGRES)('restoring a destroyed institution', () => {
  const folders: string[] = [];
  const newEnv = async (url?: string) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-journey-'));
    folders.push(dataDir);
    return readEnv({ DATA_DIR: dataDir, DEMO_MODE: 'false', TIME_ZONE: 'UTC', DATABASE_URL: url });
  };
  let admin: OpenDatabase;
  const databases: string[] = [];
  const newDatabase = async (): Promise<string> => {
    const name = `journey_${randomUUID().slice(0, 8)}`;
    await admin.pool.query(`create database ${name}`);
    databases.push(name);
    const address = new URL(POSTGRES ?? '');
    address.pathname = `/${name}`;
    return address.href;
  };
  const contextOf = (env: ServerEnv) => ({ env, locations: testLocations, log });
  const passphrase = () => ({ 'passphrase-file': inArchive('passphrase') });
  let url: string;
  let archiveFolder: string;
  const inArchive = (file: string) => join(archiveFolder, file);

  beforeAll(async () => {
    admin = await openPostgres(POSTGRES ?? '', () => {});
    url = await newDatabase();
    archiveFolder = await mkdtemp(join(tmpdir(), 'rollcall-archive-'));
    folders.push(archiveFolder);
    await writeFile(inArchive('passphrase'), 'a passphrase for keys\n');
  });
  afterAll(async () => {
    for (const name of databases) await admin.pool.query(`drop database if exists ${name} with (force)`);
    await admin.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  const keyOptions = () => ({ keys: inArchive('keys'), 'keys-passphrase-file': inArchive('passphrase') });

  it('restores every confirmed row, login and face on PostgreSQL, and from there on the embedded database', async () => {
    const first = await newEnv();
    const school = await openInstitution(first);
    await fill(school);
    const notices = await backUpWhileWriting(school, inArchive('first.rollcall'));
    const exported = await exportKeys(
      { ...contextOf(first), ...opening(school.database) },
      { out: inArchive('keys'), ...passphrase() },
    );
    await school.close();
    expect(exported).toContain(`${PEOPLE} face keys`);
    await rm(first.dataDir, { recursive: true });

    const second = await newEnv(url);
    const context = contextOf(second);
    const dry = await restoreFromFile(context, {
      file: inArchive('first.rollcall'),
      ...keyOptions(),
      'dry-run': true,
    });
    expect(dry).toContain(`Faces: ${PEOPLE} of ${PEOPLE} people`);
    await restoreFromFile(context, { file: inArchive('first.rollcall'), ...keyOptions() });
    const onPostgres = await openInstitution(second);
    await expectEverything(onPostgres, notices);
    const more = await backUpWhileWriting(onPostgres, inArchive('second.rollcall'));
    const sealed = { passphrase: 'a passphrase for keys' };
    const token = await onPostgres.adminToken();
    const { backup_file } = await onPostgres.call('POST', '/admin/backup/database', token, sealed);
    await cp(join(second.dataDir, 'files', String(backup_file)), inArchive('sealed.rollcall'));
    await exportKeys(context, { out: inArchive('keys'), ...passphrase() });
    await onPostgres.call('DELETE', '/admin/users/P-3?erase=true', token);
    await exportKeys(context, { out: inArchive('keys-today'), ...passphrase() });
    await onPostgres.close();
    await expect(
      restoreFromFile(context, { file: inArchive('first.rollcall'), ...keyOptions() }),
    ).rejects.toThrow('holds an institution already');

    const third = await newEnv();
    const said = await restoreFromFile(contextOf(third), {
      file: inArchive('second.rollcall'),
      ...keyOptions(),
    });
    expect(said).toContain('Nobody who was erased after this backup is removed again: there is no database');
    const again = await openInstitution(third);
    await expectEverything(again, [...notices, ...more]);
    await expect(
      restoreFromFile(
        { ...contextOf(third), ...opening(again.database) },
        { file: inArchive('second.rollcall'), ...keyOptions() },
      ),
    ).rejects.toThrow('holds a database already');
    await again.close();
  }, 240_000);

  it('into another database removes who was erased in the one it is run from', async () => {
    const context = contextOf(await newEnv(url));
    const into = await newDatabase();
    const said = await restoreFromFile(context, {
      file: inArchive('second.rollcall'),
      into,
      ...keyOptions(),
    });
    expect(said).toContain('Erased since the backup, and removed again: P-3.');
    const other = await openPostgres(into, () => {});
    const { rows } = await other.pool.query(`select code from people where kind = 'student' order by code`);
    await other.close();
    expect(rows.map(({ code }) => code)).toEqual(['P-0', 'P-1', 'P-2']);
  }, 120_000);

  it('restores everything but the faces without the key export, and says so', async () => {
    const env = await newEnv(await newDatabase());
    await expect(restoreFromFile(contextOf(env), { file: inArchive('second.rollcall') })).rejects.toThrow(
      'The key for this file is missing here',
    );
    const said = await restoreFromFile(contextOf(env), {
      file: inArchive('sealed.rollcall'),
      ...passphrase(),
    });
    expect(said).toContain(`${PEOPLE} must register their face again`);
    const school = await openInstitution(env);
    const users = await school.call('GET', '/admin/users', await school.adminToken());
    expect(users.users).toHaveLength(PEOPLE);
    expect((users.users as { has_face_data: boolean }[]).filter((user) => user.has_face_data)).toEqual([]);
    const login = { username: 'P-3', password: 'secret-P-3' };
    expect(await school.call('POST', '/user/login', '', login)).toMatchObject({ role: 'user' });
    await school.close();
  }, 120_000);

  it('does not restore the face of an erased person from an older backup and a newer key export', async () => {
    const said = await restoreFromFile(contextOf(await newEnv()), {
      file: inArchive('second.rollcall'),
      keys: inArchive('keys-today'),
      'keys-passphrase-file': inArchive('passphrase'),
      'dry-run': true,
    });
    expect(said).toContain(`Faces: ${PEOPLE - 1} of ${PEOPLE} people`);
  }, 120_000);
});
