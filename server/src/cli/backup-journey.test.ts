import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { locations } from '../storage/locations.ts';
import {
  backUpWhileWriting,
  expectEverything,
  fill,
  log,
  openInstitution,
  PEOPLE,
} from '../testing/institution.ts';

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
  const name = `journey_${randomUUID().slice(0, 8)}`;
  let url: string;
  let archiveFolder: string;
  const inArchive = (file: string) => join(archiveFolder, file);

  beforeAll(async () => {
    admin = await openPostgres(POSTGRES ?? '', () => {});
    await admin.pool.query(`create database ${name}`);
    const address = new URL(POSTGRES ?? '');
    address.pathname = `/${name}`;
    url = address.href;
    archiveFolder = await mkdtemp(join(tmpdir(), 'rollcall-archive-'));
    folders.push(archiveFolder);
    await writeFile(inArchive('passphrase'), 'a passphrase for keys\n');
  });
  afterAll(async () => {
    await admin.pool.query(`drop database if exists ${name} with (force)`);
    await admin.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  const keyOptions = () => ({ keys: inArchive('keys'), 'keys-passphrase-file': inArchive('passphrase') });

  it('restores every confirmed row, login and face on PostgreSQL, and from there on the embedded database', async () => {
    const first = await newEnv();
    const school = await openInstitution(first);
    await fill(school);
    const notices = await backUpWhileWriting(school, inArchive('first.rollcall'));
    await school.close();
    const exported = await exportKeys(
      { env: first, locations, log },
      { out: inArchive('keys'), 'passphrase-file': inArchive('passphrase') },
    );
    expect(exported).toContain(`${PEOPLE} face keys`);
    await rm(first.dataDir, { recursive: true });

    const second = await newEnv(url);
    const context = { env: second, locations, log };
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
    await onPostgres.close();
    await expect(
      restoreFromFile(context, { file: inArchive('first.rollcall'), ...keyOptions() }),
    ).rejects.toThrow('holds an institution already');
    await exportKeys(
      { env: second, locations, log },
      { out: inArchive('keys'), 'passphrase-file': inArchive('passphrase') },
    );

    const third = await newEnv();
    await restoreFromFile(
      { env: third, locations, log },
      { file: inArchive('second.rollcall'), ...keyOptions() },
    );
    const again = await openInstitution(third);
    await expectEverything(again, [...notices, ...more]);
    await again.close();
    await expect(
      restoreFromFile(
        { env: third, locations, log },
        { file: inArchive('second.rollcall'), ...keyOptions() },
      ),
    ).rejects.toThrow('holds a database already');
  }, 240_000);

  it('restores everything but the faces without the key export, and says so', async () => {
    const env = await newEnv();
    const context = { env, locations, log };
    await expect(restoreFromFile(context, { file: inArchive('second.rollcall') })).rejects.toThrow(
      'The key that opens this file is not here',
    );
    const said = await restoreFromFile(context, {
      file: inArchive('sealed.rollcall'),
      'passphrase-file': inArchive('passphrase'),
    });
    expect(said).toContain(`${PEOPLE} must enrol again`);
    const school = await openInstitution(env);
    const users = await school.call('GET', '/admin/users', await school.adminToken());
    expect(users.users).toHaveLength(PEOPLE);
    expect((users.users as { has_face_data: boolean }[]).filter((user) => user.has_face_data)).toEqual([]);
    const login = { username: 'P-3', password: 'secret-P-3' };
    expect(await school.call('POST', '/user/login', '', login)).toMatchObject({ role: 'user' });
    await school.close();
  }, 120_000);

  it('does not restore the face of an erased person from an older backup and a newer key export', async () => {
    const origin = await newEnv();
    await restoreFromFile(
      { env: origin, locations, log },
      { file: inArchive('second.rollcall'), ...keyOptions() },
    );
    const school = await openInstitution(origin);
    await school.call('DELETE', '/admin/users/P-3?erase=true', await school.adminToken());
    await school.close();
    const keys = { out: inArchive('keys-today'), 'passphrase-file': inArchive('passphrase') };
    await exportKeys({ env: origin, locations, log }, keys);
    const said = await restoreFromFile(
      { env: await newEnv(), locations, log },
      {
        file: inArchive('second.rollcall'),
        keys: keys.out,
        'keys-passphrase-file': inArchive('passphrase'),
        'dry-run': true,
      },
    );
    expect(said).toContain(`Faces: ${PEOPLE - 1} of ${PEOPLE} people`);
  }, 120_000);
});
