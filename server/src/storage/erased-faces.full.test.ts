import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sceneImage } from '@rollcall/api/testing/scripted-engine';
import { type OpenDatabase, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEnv } from '../env.ts';
import { openInstitution } from '../testing/institution.ts';

const POSTGRES = process.env.TEST_POSTGRES_URL;
type School = Awaited<ReturnType<typeof openInstitution>>;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-erased-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const rowsOf = async <T>(school: School, query: ReturnType<typeof sql>) =>
  ((await school.database.db.execute(query)) as unknown as { rows: T[] }).rows; // every driver answers `{rows}`

/** Two people with faces, of whom statistics are taken; the bytes of the first one's key and templates. */
async function fill(school: School): Promise<Buffer[]> {
  const setUp = { code: 'x', name: 'Hill School', timeZone: 'UTC', password: 'admin-secret' };
  await school.services.setup.run(setUp, '192.0.2.1');
  const token = await school.adminToken();
  for (const person of [0, 1]) {
    const id = `P-${person}`;
    const body = { name: id, user_id: id, username: id, password: `secret-${id}`, type: 'student' };
    await school.call('POST', '/admin/register', token, body);
    await school.call('POST', `/admin/users/${id}/consent`, token, { given_by: id });
    const images = [1, 2, 3].map((nonce) => sceneImage({ person, nonce }));
    await school.call('POST', '/admin/capture-face', token, { user_id: id, images });
  }
  await school.database.db.execute(sql`analyze`);
  const secrets = await rowsOf<{ bytes: Uint8Array }>(
    school,
    sql`select wrapped_key as bytes from face_keys where person_id = (select id from people where code = 'P-0')
        union all
        select sealed from face_templates where person_id = (select id from people where code = 'P-0')`,
  );
  expect(secrets).toHaveLength(4);
  return secrets.map(({ bytes }) => Buffer.from(bytes));
}

const erase = async (school: School) =>
  school.call('DELETE', '/admin/users/P-0?erase=true', await school.adminToken());

/** Names of the files below a folder that hold one of these byte strings. */
async function filesWith(path: string, secrets: readonly Buffer[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (secrets.some((secret) => content.includes(secret))) found.push(file.slice(path.length));
  }
  return found;
}

/** Names of the tables whose file holds one of these byte strings; the database server reads it, wherever it is. */
async function tablesWith(school: School, secrets: readonly Buffer[]): Promise<string[]> {
  const tables = await rowsOf<{ name: string; content: Uint8Array }>(
    school,
    sql`select relname::text as name, pg_read_binary_file(pg_relation_filepath(oid)) as content from pg_class
        where relname in ('face_keys', 'face_templates', 'pg_statistic') order by 1`,
  );
  expect(tables).toHaveLength(3);
  return tables
    .filter(({ content }) => secrets.some((secret) => Buffer.from(content).includes(secret)))
    .map(({ name }) => name);
}

describe('an erased face', () => {
  it('is in no file of the embedded database, whatever was analysed and logged before', async () => {
    const env = readEnv({ DATA_DIR: join(folder, 'embedded'), DEMO_MODE: 'false', TIME_ZONE: 'UTC' });
    const school = await openInstitution(env);
    const secrets = await fill(school);
    await school.database.db.execute(sql`checkpoint`);
    const data = join(env.dataDir, 'postgres');
    // The search finds what is there: the table and the log.
    expect((await filesWith(data, secrets)).length).toBeGreaterThan(1);
    await erase(school);
    expect((await school.services.faceUpkeep.run()).files).toBe('scrubbed');
    expect((await school.services.faceUpkeep.run()).files).toBe('clean');
    await school.close();
    expect(await filesWith(data, secrets)).toEqual([]);
  });

  describe.skipIf(!POSTGRES)('on PostgreSQL', () => {
    const name = `erased_${randomUUID().slice(0, 8)}`;
    let admin: OpenDatabase;
    beforeAll(async () => {
      admin = await openPostgres(POSTGRES ?? '', () => {});
      await admin.pool.query(`create database ${name}`);
    });
    afterAll(async () => {
      await admin.pool.query(`drop database if exists ${name} with (force)`);
      await admin.close();
    });

    it('is in no statistics and in no file of the tables', async () => {
      const url = new URL(POSTGRES ?? '');
      url.pathname = `/${name}`;
      const env = readEnv({
        DATA_DIR: join(folder, 'postgres'),
        DEMO_MODE: 'false',
        TIME_ZONE: 'UTC',
        DATABASE_URL: url.href,
      });
      const school = await openInstitution(env);
      const secrets = await fill(school);
      await school.database.db.execute(sql`checkpoint`);
      // The search finds what is there.
      expect(await tablesWith(school, secrets)).toEqual(['face_keys', 'face_templates']);
      await erase(school);
      const reader = await admin.pool.connect();
      reader.release();
      // A reader that began before keeps the rows alive: nothing is called clean until it has ended.
      const older = await openPostgres(url.href, () => {});
      const client = await older.pool.connect();
      await client.query('begin isolation level repeatable read');
      await client.query('select count(*) from people');
      await rowsOf(school, sql`delete from face_keys where person_id > 0 returning 1`);
      expect((await school.services.faceUpkeep.run()).files).toBe('later');
      await client.query('commit');
      client.release();
      await older.close();
      await vi.waitFor(async () => expect((await school.services.faceUpkeep.run()).files).toBe('scrubbed'), {
        timeout: 60_000,
        interval: 100,
      });

      await school.database.db.execute(sql`analyze`);
      const statistics = await rowsOf(
        school,
        sql`select 1 from pg_stats where tablename in ('face_keys', 'face_templates')
              and attname in ('wrapped_key', 'sealed') and (histogram_bounds is not null or most_common_vals is not null)`,
      );
      expect(statistics).toEqual([]);
      expect(await tablesWith(school, secrets)).toEqual([]);
      await school.close();
    });
  });
});
