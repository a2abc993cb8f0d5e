import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@rollcall/db/migrations/migrate';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { drizzleOn, type OpenDatabase, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupToFile } from '../cli/backup-commands.ts';
import { restoreFromFile } from '../cli/restore-commands.ts';
import { showStatus } from '../cli/status-commands.ts';
import { readEnv, type ServerEnv } from '../env.ts';
import { openMasterKeys } from '../keys/master-keys.ts';
import { log } from '../testing/institution.ts';
import { locations } from './locations.ts';
import { openDatabase } from './open-database.ts';

const OLD_SCHEMA = 7;

describe('a role with a schema of its own', () => {
  const role = `own_${randomUUID().slice(0, 8)}`;
  let folder: string;
  let server: OpenDatabase;
  let env: ServerEnv;
  let owner: OpenDatabase;
  beforeAll(async () => {
    const address = new URL(process.env.TEST_POSTGRES_URL ?? '');
    server = await openPostgres(address.href, () => {});
    await server.pool.query(`create role ${role} login password 'secret'`);
    await server.pool.query(`create database ${role} owner ${role}`);
    Object.assign(address, { pathname: `/${role}`, username: role, password: 'secret' });
    folder = await mkdtemp(join(tmpdir(), 'rollcall-own-schema-'));
    env = readEnv({ DATA_DIR: folder, DEMO_MODE: 'false', TIME_ZONE: 'UTC', DATABASE_URL: address.href });
    await openMasterKeys(join(folder, 'keys'), undefined);
    owner = await openPostgres(address.href, () => {});
  });
  afterAll(async () => {
    await owner.close();
    await server.pool.query(`drop database if exists ${role} with (force)`);
    await server.pool.query(`drop role ${role}`);
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const placesOfTables = async () =>
    (
      await owner.pool.query<{ place: string }>(
        `select distinct schemaname as place from pg_tables where tablename in ('people', 'schema_migrations', 'kiosks')`,
      )
    ).rows.map(({ place }) => place);

  it('is backed up before an upgrade, uses the command line, and restores', async () => {
    await owner.pool.query(`create schema ${role}`);
    const first = await openPostgres(env.databaseUrl ?? '', () => {});
    const migrations = await readMigrations(locations.migrations);
    await migrate(
      drizzleOn(first.pool),
      migrations.filter(({ version }) => version <= OLD_SCHEMA),
    );
    await first.pool.query(`
      insert into institution (name, time_zone, working_days) values ('Old School', 'UTC', '{1,2,3,4,5}');
      insert into people (id, code, name, kind, registered_on) values (1, 'admin', 'Administrator', 'admin', '2025-01-01');
      insert into credentials values (1, 'hash', now())`);
    await first.close();
    expect(await placesOfTables()).toEqual([role]);

    await (await openDatabase(env, locations, log)).close();
    const files = await readdir(join(folder, 'files'));
    expect(files.filter((file) => file.startsWith('backup-before-upgrade-7'))).toHaveLength(1);

    const context = { env, locations, log };
    expect((await showStatus(context)).text).toContain('Old School');
    const file = join(folder, 'now.rollcall');
    await backupToFile(context, { out: file });
    await restoreFromFile(context, { file, 'dry-run': true });
    const said = await restoreFromFile(context, { file, replace: 'Old School' });
    expect(said).toContain('Old School');
    expect(await placesOfTables()).toEqual([role]);
  });

  it('finds its tables in the schema that they are in, also when it gets one of its own later', async () => {
    await owner.pool.query(`alter schema ${role} rename to elsewhere`);
    await owner.pool.query(`drop schema public; alter schema elsewhere rename to public`);
    await owner.pool.query(`create schema ${role}`);
    const context = { env, locations, log };
    expect((await showStatus(context)).text).toContain('Old School');
    const file = join(folder, 'later.rollcall');
    await backupToFile(context, { out: file });
    await restoreFromFile(context, { file, replace: 'Old School' });
    expect(await placesOfTables()).toEqual(['public']);
  });
});
