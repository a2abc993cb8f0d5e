import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createRepositories } from '@rollcall/db/repositories';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommandEnv, readEnv } from '../env.ts';
import { locations } from '../storage/locations.ts';
import { openDatabase } from '../storage/open-database.ts';
import { log, openInstitution } from '../testing/institution.ts';
import { backupToFile, listBackups } from './backup-commands.ts';
import { withDatabase } from './cli-context.ts';
import { restoreFromFile } from './restore-commands.ts';
import { showStatus, verify } from './status-commands.ts';

let folder: string;
const inFolder = (name: string) => join(folder, name);
const envOf = (source: Record<string, string>) =>
  readCommandEnv({ DATA_DIR: inFolder('data'), TIME_ZONE: 'UTC', ...source });
const said: string[] = [];
const context = (source: Record<string, string> = {}) => ({
  env: envOf(source),
  locations,
  log,
  announce: (words: string) => void said.push(words),
});
const open = () =>
  openInstitution(readEnv({ DATA_DIR: inFolder('data'), DEMO_MODE: 'false', TIME_ZONE: 'UTC' }));

/** A real institution with two people, beside a demo school in the same folder. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-commands-'));
  const demo = await openDatabase(readEnv({ DATA_DIR: inFolder('data'), TIME_ZONE: 'UTC' }), locations, log);
  const institution = { name: 'Demo College', timeZone: 'UTC', isDemo: true, workingDays: [1] };
  await createRepositories(demo.db).settings.saveInstitution(institution);
  await demo.close();
  const school = await open();
  const setUp = { code: 'x', name: 'Hill School', timeZone: 'UTC', password: 'admin-secret' };
  await school.services.setup.run(setUp, '192.0.2.1');
  for (const id of ['P-1', 'P-2']) {
    const person = { name: `Person ${id}`, user_id: id, username: id, password: 'secret-1', type: 'student' };
    await school.call('POST', '/admin/register', await school.adminToken(), person);
  }
  await school.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const people = () =>
  withDatabase(context(), async ({ db }) => {
    const { rows } = await createRepositories(db).people.list({});
    return rows.map(({ code }) => code);
  });

describe('a command', () => {
  it('acts on the real institution where a demo is in the same folder, and says so first', async () => {
    said.length = 0;
    const out = inFolder('first.rollcall');
    expect(await backupToFile(context(), { out })).toContain('Hill School');
    expect(said[0]).toMatch(
      /Institution {3}Hill School\nDatabase .*data\/postgres, schema \d+\nMaster key {4}[0-9a-f]{16}/,
    );
    const demo = backupToFile(context({ DEMO_MODE: 'true' }), { out: inFolder('demo.rollcall') });
    // The demo has no key in this test, and none is made.
    await expect(demo).rejects.toThrow('is not here');
    expect(said[1]).toContain('Demo College (demo)');
  });

  it('never overwrites a file, and creates neither a database nor a key', async () => {
    await expect(backupToFile(context(), { out: inFolder('first.rollcall') })).rejects.toThrow(
      'exists already',
    );
    await backupToFile(context(), { out: inFolder('first.rollcall'), force: true });
    const unused = { DATA_DIR: inFolder('unused') };
    await expect(backupToFile(context(unused), { out: inFolder('x') })).rejects.toThrow(
      'There is no database',
    );
    expect(existsSync(inFolder('unused'))).toBe(false);
    await cp(inFolder('data/demo'), inFolder('only-demo/demo'), { recursive: true });
    const only = { DATA_DIR: inFolder('only-demo') };
    await expect(showStatus(context(only))).rejects.toThrow('set DEMO_MODE=true');
  });

  it('backs up a database that waits for its upgrade as it is, and does nothing else with it', async () => {
    await cp(inFolder('data'), inFolder('older'), { recursive: true });
    const env = { ...context({ DATA_DIR: inFolder('older') }).env };
    const database = await openDatabase(env, locations, log, { upgrade: false });
    const newest = database.schema;
    await database.db.execute(sql`delete from schema_migrations where version = ${newest}`);
    await database.close();
    const older = context({ DATA_DIR: inFolder('older') });
    const before = Number(
      /schema (\d+)/.exec(await backupToFile(older, { out: inFolder('older.rollcall') }))?.[1],
    );
    expect(before).toBeLessThan(newest);
    await expect(listBackups(older)).rejects.toThrow('waits for its upgrade');
    expect(await showStatus(older)).toMatchObject({ exitCode: 1, text: expect.stringContaining('Upgrade') });
  });
});

describe('restore', () => {
  it('replaces an institution only when told its name, after a backup, and removes again who was erased', async () => {
    const school = await open();
    await school.call('DELETE', '/admin/users/P-1?erase=true', await school.adminToken());
    await school.close();
    const file = inFolder('first.rollcall');
    await expect(restoreFromFile(context(), { file })).rejects.toThrow('holds a database already');
    await expect(restoreFromFile(context(), { file, replace: 'Another' })).rejects.toThrow('Hill School');
    const dry = await restoreFromFile(context(), { file, 'dry-run': true });
    expect(dry).toContain('Erased since the backup, and removed again: P-1.');
    for (let round = 0; round < 2; round += 1) {
      const answer = await restoreFromFile(context(), { file, replace: 'Hill School' });
      expect(answer).toContain('The backup of before is');
      expect(await people()).toEqual(['P-2']);
    }
    expect((await listBackups(context())).split('\n')).toHaveLength(2);
  });

  it('refuses an address with a password on the command line', async () => {
    const into = 'postgres://user:secret@127.0.0.1:1/x';
    const refused = restoreFromFile(context(), { file: inFolder('first.rollcall'), into });
    await expect(refused).rejects.toThrow('--into-file');
  });
});

describe('status and verify', () => {
  it('show the installation, and check the newest backup, the roll-ups and the faces', async () => {
    const { text: status, exitCode } = await showStatus(context());
    expect(status).toMatch(/Hill School[\s\S]*People {8}1\n[\s\S]*Last backup {3}20[\s\S]*0 hours ago/);
    expect(exitCode).toBe(0);
    const verified = await verify(context(), {});
    expect(verified.text).toContain('can be restored. Nothing was changed.');
    expect(verified.text).toContain('every roll-up agrees');
    expect(verified.exitCode).toBe(0);
    expect((await verify(context(), { file: inFolder('first.rollcall') })).text).toContain('Hill School');
  });

  it('end with 1 when the newest backup is damaged', async () => {
    const [newest] = (await listBackups(context())).split('\n');
    const path = /(\/\S+\.rollcall)/.exec(newest ?? '')?.[1] ?? '';
    await writeFile(path, 'damaged');
    const { text: answer, exitCode } = await verify(context(), {});
    expect([exitCode, answer]).toEqual([1, expect.stringContaining('cannot be restored')]);
  });
});

it('a start removes what an interrupted restore left, and a command does too', async () => {
  for (const name of ['postgres.restoring', 'postgres.checking-00000000'])
    await mkdir(inFolder(`data/${name}`), { recursive: true });
  await people();
  expect((await readdir(inFolder('data'))).filter((name) => name.startsWith('postgres.'))).toEqual(
    expect.not.arrayContaining(['postgres.restoring', 'postgres.checking-00000000']),
  );
});

describe('the program', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const rollcall = async (args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/src/cli/cli.ts'), ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: inFolder('data'), ...env },
    });
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((done) => child.on('close', done)),
    ]);
    return { out, err, code };
  };

  it('knows --help and --version, and ends with 2 for what is not a command', async () => {
    expect(await rollcall(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^rollcall \d+\.\d+/),
    });
    expect(await rollcall(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('Exit codes') });
    expect(await rollcall(['dance'])).toMatchObject({ code: 2, out: '' });
    expect((await rollcall(['--dance'])).code).toBe(2);
  });

  it('ends with one sentence on a database of a newer version, and leaves the folder unlocked', async () => {
    await cp(inFolder('data/postgres'), inFolder('newer/postgres'), { recursive: true });
    const env = context({ DATA_DIR: inFolder('newer') }).env;
    const database = await openDatabase(env, locations, log, { upgrade: false });
    await database.db.execute(sql`insert into schema_migrations (version, name) values (9999, 'x')`);
    await database.close();
    const { code, err } = await rollcall(['backup', '--out', inFolder('y')], { DATA_DIR: inFolder('newer') });
    expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining('newer Rollcall')]]);
    const again = await openDatabase(env, locations, log, { upgrade: false });
    await again.close();
  });
});
