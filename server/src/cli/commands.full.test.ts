import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@rollcall/core/kernel/clock';
import { createFromSeed } from '@rollcall/db/embedded/folder/data-folder';
import { lockFolder } from '@rollcall/db/embedded/folder/folder-lock';
import { createRepositories } from '@rollcall/db/repositories';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommandEnv, readEnv } from '../env.ts';
import { log, openInstitution } from '../testing/institution.ts';
import { opening, testLocations } from '../testing/shared-database.ts';
import { listAdministrators, resetAdministrator } from './admin-commands.ts';
import { backupToFile, listBackups } from './backup-commands.ts';
import type { CliContext } from './cli-context.ts';
import { runCommandLine } from './command-line.ts';
import { restoreFromFile } from './restore-commands.ts';
import { describeErasures, readErasures } from './restore-target.ts';
import { showStatus, verify } from './status-commands.ts';

let folder: string;
const inFolder = (name: string) => join(folder, name);
const said: string[] = [];
/** A command of its own, which opens the database in a folder. */
const context = (source: Record<string, string> = {}): CliContext => ({
  env: readCommandEnv({ DATA_DIR: inFolder('data'), TIME_ZONE: 'UTC', ...source }),
  locations: testLocations,
  log,
  announce: (words: string) => void said.push(words),
});
let school: Awaited<ReturnType<typeof openInstitution>>;
/** A command on the database that the tests have open. */
const shared = (): CliContext => ({ ...context(), ...opening(school.database) });

/** A real institution with two people, beside an empty demo school in the same folder. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-commands-'));
  createFromSeed(inFolder('data/demo/postgres'), await readFile(testLocations.seed));
  school = await openInstitution(
    readEnv({ DATA_DIR: inFolder('data'), DEMO_MODE: 'false', TIME_ZONE: 'UTC' }),
  );
  const setUp = { code: 'x', name: 'Hill School', timeZone: 'UTC', password: 'admin-secret' };
  await school.services.setup.run(setUp, '192.0.2.1');
  for (const id of ['P-1', 'P-2']) {
    const person = { name: `Person ${id}`, user_id: id, username: id, password: 'secret-1', type: 'student' };
    await school.call('POST', '/admin/register', await school.adminToken(), person);
  }
});
afterAll(async () => {
  await school.close();
  await rm(folder, { recursive: true, force: true });
});

const people = async () =>
  (await createRepositories(school.database.db).people.list({}, { of: 'institution' })).rows.map(
    ({ code }) => code,
  );

describe('a command', () => {
  it('acts on the real institution where a demo is in the same folder, says so first, and clears what an interrupted restore left', async () => {
    await school.database.db.execute(sql`checkpoint`);
    const filter = (path: string) => !path.endsWith('.lock');
    await cp(inFolder('data'), inFolder('copy'), { recursive: true, filter });
    const copy = { DATA_DIR: inFolder('copy') };
    for (const name of ['postgres.restoring', 'postgres.checking-00000000'])
      await mkdir(inFolder(`copy/${name}`), { recursive: true });
    expect(await backupToFile(context(copy), { out: inFolder('first.rollcall') })).toContain('Hill School');
    expect(said[0]).toMatch(
      /Institution {3}Hill School\nDatabase .*copy\/postgres, schema \d+\nMaster key {4}[0-9a-f]{16}/,
    );
    const left = (await readdir(inFolder('copy'))).filter((name) => /restoring|checking/.test(name));
    expect(left).toEqual([]);
    const demo = context({ ...copy, DEMO_MODE: 'true' });
    await expect(backupToFile(demo, { out: inFolder('demo.rollcall') })).rejects.toThrow('not set up yet');
    expect(said[1]).toMatch(/Not set up yet\.\nDatabase .*copy\/demo\/postgres/);
    // No command makes a key.
    expect(existsSync(inFolder('copy/demo/keys'))).toBe(false);
  });

  it('never overwrites a file, and creates neither a database nor a key', async () => {
    await expect(backupToFile(shared(), { out: inFolder('first.rollcall') })).rejects.toThrow(
      'already exists',
    );
    await backupToFile(shared(), { out: inFolder('first.rollcall'), force: true });
    const unused = { DATA_DIR: inFolder('unused') };
    await expect(backupToFile(context(unused), { out: inFolder('x') })).rejects.toThrow(
      'There is no database',
    );
    expect(existsSync(inFolder('unused'))).toBe(false);
    await mkdir(inFolder('only-demo/demo/postgres'), { recursive: true });
    await writeFile(inFolder('only-demo/demo/postgres/PG_VERSION'), '');
    const only = { DATA_DIR: inFolder('only-demo') };
    await expect(showStatus(context(only))).rejects.toThrow('set DEMO_MODE=true');
  });

  it('does little with a database that waits for its upgrade', async () => {
    const { db } = school.database;
    const last = sql`version = (select max(version) from schema_migrations)`;
    await db.execute(sql`create temp table taken as select * from schema_migrations where ${last}`);
    await db.execute(sql`delete from schema_migrations where ${last}`);
    await expect(listBackups(shared())).rejects.toThrow('waits for its upgrade');
    expect(await showStatus(shared())).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('Upgrade'),
    });
    await db.execute(sql`insert into schema_migrations select * from taken`);
  });
});

describe('restore', () => {
  it('replaces an institution only when told its name, after a backup, and removes again who was erased', async () => {
    await school.call('DELETE', '/admin/users/P-1?erase=true', await school.adminToken());
    const file = inFolder('first.rollcall');
    await expect(restoreFromFile(shared(), { file })).rejects.toThrow('holds a database already');
    await expect(restoreFromFile(shared(), { file, replace: 'Another' })).rejects.toThrow('Hill School');
    const dry = await restoreFromFile(shared(), { file, 'dry-run': true });
    expect(dry).toContain('Erased since the backup, and removed again: P-1.');
    for (let round = 0; round < 2; round += 1) {
      const answer = await restoreFromFile(shared(), { file, replace: 'Hill School' });
      expect(answer).toContain('The backup of before is');
      expect(await people()).toEqual(['P-2']);
    }
    expect((await listBackups(shared())).split('\n')).toHaveLength(2);
    const { entries } = await createRepositories(school.database.db).audit.list({ limit: 1 });
    expect(entries[0]).toMatchObject({
      action: 'restored',
      actorName: 'Command line',
      detail: { removed_again: 1 },
    });
  });

  it.each(['postgres://user:secret@127.0.0.1:1/x', 'postgres://user@127.0.0.1:1/x?password=secret'])(
    'refuses an address with a password on the command line: %s',
    async (into) => {
      const refused = restoreFromFile(shared(), { file: inFolder('first.rollcall'), into });
      await expect(refused).rejects.toThrow('--into-file');
    },
  );

  it('into another place knows who was erased here, or says why not', async () => {
    expect(await readErasures(shared())).toMatchObject({ tombstones: [{ what: 'erased' }] });
    // The folder is locked, by these tests.
    const locked = describeErasures(await readErasures(context()));
    expect(locked).toMatch(/Nobody who was erased after this backup is removed again: .*in use/);
  });
});

describe('status and verify', () => {
  it('show the installation, and check the newest backup that opens, the roll-ups and the faces', async () => {
    const sealed = { passphrase: 'a passphrase for one' };
    const { backup_file } = await school.call(
      'POST',
      '/admin/backup/database',
      await school.adminToken(),
      sealed,
    );
    const { text: status, exitCode } = await showStatus(shared());
    expect(status).toMatch(/Hill School[\s\S]*People {8}1\n[\s\S]*Last backup {3}20[\s\S]*0 hours ago/);
    expect(exitCode).toBe(0);
    const verified = await verify(shared(), {});
    expect(verified.text).toMatch(new RegExp(`^\\S*${String(backup_file)} was not verified: The key`));
    expect(verified.text).toMatch(/\n\S*backup-before-restore-\S+\nHill School/);
    expect(verified.text).toContain('can be restored. Nothing was changed.');
    expect(verified.text).toContain('every roll-up agrees');
    expect(verified.exitCode).toBe(0);
    expect((await verify(shared(), { file: inFolder('first.rollcall') })).text).toContain('Hill School');
  });

  it('end with 1 when the newest backup is damaged', async () => {
    const [newest] = (await listBackups(shared())).split('\n');
    const path = /(\/\S+\.rollcall)/.exec(newest ?? '')?.[1] ?? '';
    await writeFile(path, 'damaged');
    const { text: answer, exitCode } = await verify(shared(), {});
    expect([exitCode, answer]).toEqual([1, expect.stringContaining('cannot be restored')]);
  });
});

describe('admin', () => {
  const LINK = /http:\/\/localhost:5000\/password#token=([\w-]{43})/;
  const reset = (account = '', options = {}) => resetAdministrator(shared(), account, options);
  const login = (password: string) =>
    school.call('POST', '/admin/login', '', { username: 'admin', password });
  const lastAudit = async () =>
    (await createRepositories(school.database.db).audit.list({ limit: 1 })).entries[0];
  const factors = () => createRepositories(school.database.db).factors;
  const owner = async () => {
    const [first] = await createRepositories(school.database.db).people.administrators();
    if (!first) throw new Error('The institution has an owner.');
    return first;
  };

  it('reset gives the only owner a link that works once, and says in the audit that it did', async () => {
    expect(await listAdministrators(shared())).toBe('admin  owner  Administrator  (password)');
    const answer = await reset();
    const token = LINK.exec(answer)?.[1] ?? '';
    expect(answer).toContain('Second factors stay');
    expect(await lastAudit()).toMatchObject({
      action: 'account_reset',
      actorName: 'Command line',
      detail: { by: 'link', second_factors: false },
    });
    expect(JSON.stringify(await lastAudit())).not.toContain(token);
    const chosen = { token, new_password: 'walnut harbour seventeen' };
    expect(await school.call('POST', '/password/link', '', chosen)).toMatchObject({ role: 'admin' });
    await expect(school.call('POST', '/password/link', '', chosen)).rejects.toThrow('link_not_valid');
  });

  it('reset --password --second-factors ends what the account had, and the password is to be changed', async () => {
    const { id } = await owner();
    const session = String((await login('walnut harbour seventeen')).access_token);
    await factors().insertPasskey({
      personId: id,
      credentialId: 'c',
      publicKey: new Uint8Array(32),
      counter: 0,
      transports: [],
      rpId: 'localhost',
      name: 'Key',
      createdAt: systemClock.now(),
    });
    expect(await listAdministrators(shared())).toContain('second factor');
    await expect(login('walnut harbour seventeen')).rejects.toThrow('second_factor_needed');
    const answer = await reset('ADMIN', { password: true, 'second-factors': true });
    const password = /([a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4})/.exec(answer)?.[1] ?? '';
    expect((await factors().summary(id)).passkeys).toBe(0);
    await expect(school.call('GET', '/session', session)).rejects.toThrow('unauthenticated');
    expect(await login(password)).toMatchObject({ must_do: 'password' });
    expect(await lastAudit()).toMatchObject({ action: 'sign_in' });
  });

  it('reset lets somebody in whom failed tries keep out', async () => {
    const answer = await reset('', { password: true });
    const password = /([a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4})/.exec(answer)?.[1] ?? '';
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => login('wrong')));
    expect(tries.map((each) => each.status)).not.toContain('fulfilled');
    await expect(login(password)).rejects.toThrow('too_many_attempts');
    const again = await reset('', { password: true });
    const next = /([a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4})/.exec(again)?.[1] ?? '';
    expect(await login(next)).toMatchObject({ role: 'admin' });
  });

  it('reset asks which one where there are several owners, and knows administrators only', async () => {
    await school.database.db.execute(
      sql`insert into people (code, name, username, kind, role, registered_on)
          values ('O-2', 'Second', 'second', 'admin', 'owner', '2026-01-01')`,
    );
    await expect(reset()).rejects.toThrow('rollcall admin reset admin | second');
    expect(await reset('second')).toContain('Second (second, owner)');
    await expect(reset('P-2')).rejects.toThrow('P-2 is not an owner or administrator');
    expect(await listAdministrators(shared())).toContain('second  owner  Second  (no password yet)');
  });

  it('says that the server must be stopped where it holds the embedded database', async () => {
    await expect(resetAdministrator(context(), '', {})).rejects.toThrow(
      /in use by another process.*stop that one first/,
    );
  });
});

describe('the program', () => {
  it('knows --help and --version, and ends with 2 for what is not a command', async () => {
    expect(await runCommandLine(['--version'])).toEqual({
      exitCode: 0,
      text: expect.stringMatching(/^rollcall \d+\.\d+/),
    });
    expect(await runCommandLine(['--help'])).toEqual({
      exitCode: 0,
      text: expect.stringContaining('Exit codes'),
    });
    expect(await runCommandLine(['dance'])).toMatchObject({ exitCode: 2, isError: true });
    expect(await runCommandLine(['--dance'])).toMatchObject({ exitCode: 2, isError: true });
  });

  it('ends with one sentence on a database of a newer version, and leaves the folder unlocked', async () => {
    await school.database.db.execute(sql`insert into schema_migrations (version, name) values (9999, 'x')`);
    await school.close();
    const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
    const child = spawn(process.execPath, [cli, 'backup', '--out', inFolder('y')], {
      env: { PATH: process.env.PATH, DATA_DIR: inFolder('data') },
    });
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((done) => child.on('close', done)),
    ]);
    expect([code, out, err.trim().split('\n')]).toEqual([1, '', [expect.stringContaining('newer Rollcall')]]);
    const lock = await lockFolder(inFolder('data/postgres'));
    await lock.release();
  });
});
