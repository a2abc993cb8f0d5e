import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRepositories } from '../repositories.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { scrubOnPostgres } from './scrub-faces.ts';

let test: TestDb;
let repos: ReturnType<typeof createRepositories>;
let url: string;
let other: pg.Client;
const warnings: string[] = [];
const scrub = (as = url, withStatistics = false) =>
  scrubOnPostgres(as, { withStatistics }, (message) => warnings.push(message));

beforeAll(async () => {
  test = await openTestDb();
  url = test.pool.options.connectionString ?? '';
  repos = createRepositories(test.db);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  other = new pg.Client(url);
  await other.connect();
  return () => other.end();
});

/** Stores a face. `remove` removes it and answers the transaction that did. */
async function storeFace() {
  await repos.faces.claimMasterKey('m');
  await test.pool.query(
    `insert into people (code, name, kind, registered_on) values ('a', 'a', 'student', '2026-01-01')`,
  );
  await test.pool.query(`insert into face_keys select id, 'm', 'secret', now() from people`);
  await test.pool.query('update face_state set scrubbed_to = pg_snapshot_xmin(pg_current_snapshot())');
  return {
    remove: async () => {
      await test.pool.query('delete from face_keys');
      const target = await repos.faces.scrubTarget();
      if (!target) throw new Error('a removal');
      return target.xact;
    },
  };
}

describe('scrubbing the face tables', () => {
  it('is put off while a transaction that has only written something else is open', async () => {
    const { remove } = await storeFace();
    await other.query('begin');
    await other.query('select pg_current_xact_id()'); // no snapshot is held between two statements
    const xact = await remove();
    expect(await repos.faces.isSeenByOthers(xact)).toBe(true);
    await other.query('rollback');
    await expect.poll(() => repos.faces.isSeenByOthers(xact)).toBe(false);
  });

  it('is not put off by a reader who began after the removal', async () => {
    const { remove } = await storeFace();
    const xact = await remove();
    await expect.poll(() => repos.faces.isSeenByOthers(xact)).toBe(false);
    await other.query('begin isolation level repeatable read');
    await other.query('select 1');
    expect(await repos.faces.isSeenByOthers(xact)).toBe(false);
    await other.query('rollback');
  });

  it('is not called done when rows had to be kept for somebody whom this role cannot see', async () => {
    const { remove } = await storeFace();
    await other.query('begin isolation level repeatable read');
    await other.query('select count(*) from face_changes');
    await remove();
    expect(await scrub()).toBe('later');
    await other.query('rollback');
    await expect.poll(() => scrub(), { timeout: 30_000 }).toBe('scrubbed');
  });

  it('is put off, not failed, while the table is locked', async () => {
    await other.query('begin');
    await other.query('lock table face_templates in access share mode');
    expect(await scrub()).toBe('later');
    await other.query('rollback');
  });

  it('fails for a role that may not rewrite the tables, and tells of statistics that stay', async () => {
    const role = `scrubber_${process.pid}`;
    const as = new URL(url);
    as.username = role;
    as.password = 'x';
    await test.pool.query(`create role ${role} login password 'x'`);
    try {
      await test.pool.query(`grant select on face_keys, face_templates to ${role}`);
      await expect(scrub(as.href)).rejects.toThrow('may not rewrite face_keys');
      await test.pool.query(`alter table face_keys owner to ${role}`);
      await test.pool.query(`alter table face_templates owner to ${role}`);
      expect(await scrub(as.href, true)).toBe('scrubbed');
      expect(warnings).toEqual([expect.stringContaining('vacuum (full) pg_statistic')]);
    } finally {
      await test.pool.query(`reassign owned by ${role} to current_user`);
      await test.pool.query(`drop owned by ${role}`);
      await test.pool.query(`drop role ${role}`);
    }
  });
});
