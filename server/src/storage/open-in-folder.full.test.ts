import { cp, mkdtemp, open, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { institutionIn } from '@rollcall/db/archive/institution-in';
import { oneOf } from '@rollcall/db/connection';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restoreFromFile } from '../cli/restore-commands.ts';
import { showStatus } from '../cli/status-commands.ts';
import { readEnv } from '../env.ts';
import { log, openInstitution } from '../testing/institution.ts';
import { testLocations } from '../testing/shared-database.ts';
import { openDatabase } from './open-database.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-open-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const envOf = (name: string) =>
  readEnv({ DATA_DIR: join(folder, name), DEMO_MODE: 'false', TIME_ZONE: 'UTC' });

describe('opening the embedded database', () => {
  it('has no time limit on a busy machine, until it is open', async () => {
    const real = globalThis.setTimeout;
    // The limit of a statement, 10 s, is over at once.
    const timers = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((work, ms, ...rest) => real(work, ms === 10_000 ? 1 : ms, ...rest));
    try {
      const database = await openDatabase(envOf('busy'), testLocations, log);
      await expect(database.db.execute(sql`select pg_sleep(0.2)`)).rejects.toThrow();
      timers.mockRestore();
      await database.close();
    } finally {
      timers.mockRestore();
    }
  });
});

describe('a damaged embedded database', () => {
  const tables = { pg_attribute: '', institution: '' };
  const hurtPages = async (path: string) => {
    const file = await open(path, 'r+');
    const { size } = await file.stat();
    for (let at = 4000; at < size; at += 8192) await file.write(Buffer.from('damaged'), 0, 7, at);
    await file.close();
  };
  const HURT = {
    'the catalogue': (data: string) => hurtPages(join(data, tables.pg_attribute)),
    'a table': (data: string) => hurtPages(join(data, tables.institution)),
    pg_control: (data: string) => truncate(join(data, 'global/pg_control'), 100),
    'the log': async (data: string) => {
      for (const name of await readdir(join(data, 'pg_wal')))
        if (/^[0-9A-F]{24}$/.test(name)) await truncate(join(data, 'pg_wal', name), 0);
    },
  };
  let backup: string;
  beforeAll(async () => {
    const env = envOf('whole');
    const school = await openInstitution(env);
    const setUp = { code: 'x', name: 'Hill School', timeZone: 'UTC', password: 'admin-secret' };
    await school.services.setup.run(setUp, '192.0.2.1');
    const made = await school.call('POST', '/admin/backup/database', await school.adminToken());
    backup = String(made.backup_file);
    for (const table of ['pg_attribute', 'institution'] as const) {
      const found = await oneOf<{ path: string }>(
        school.database.db,
        sql`select pg_relation_filepath(${table}) as path`,
      );
      tables[table] = found.path;
    }
    await school.close();
  });

  async function hurtCopy(name: keyof typeof HURT) {
    const env = envOf(name);
    await cp(join(folder, 'whole'), env.dataDir, { recursive: true });
    await HURT[name](join(env.dataDir, 'postgres'));
    const file = join(env.dataDir, 'files', backup);
    const sentence = `rollcall restore ${file} --replace "NAME OF THE INSTITUTION" --without-backup`;
    return { env, context: { env, locations: testLocations, log }, file, sentence };
  }

  it.each(['the catalogue', 'the log'] as const)(
    'in %s is refused with the newest backup and the command that restores it',
    async (name) => {
      const { env, sentence } = await hurtCopy(name);
      await expect(openDatabase(env, testLocations, log)).rejects.toThrow(sentence);
    },
  );

  it('is moved aside by that command, when it names the institution', async () => {
    const { env, context, file, sentence } = await hurtCopy('pg_control');
    await expect(showStatus(context)).rejects.toThrow(sentence);
    const restore = (replace: string) => restoreFromFile(context, { file, replace, 'without-backup': true });
    await expect(restore('Other School')).rejects.toThrow('must name');
    expect(await restore('Hill School')).toContain('postgres.damaged-');
    const restored = await openDatabase(env, testLocations, log);
    expect((await institutionIn(restored.db))?.name).toBe('Hill School');
    await restored.close();
  });

  it('that opens, with a damaged table, is restored in the same way', async () => {
    const { context, file } = await hurtCopy('a table');
    const restored = await restoreFromFile(context, { file, replace: 'Hill School', 'without-backup': true });
    expect(restored).toContain('postgres.damaged-');
  });
});
