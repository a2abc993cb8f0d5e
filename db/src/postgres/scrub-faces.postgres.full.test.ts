import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRepositories } from '../repositories.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { drizzleOn } from './open-postgres.ts';
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

/** Runs the work with the address of a role that may read these tables only. */
async function asRole(tables: string, work: (address: string, role: string) => Promise<void>) {
  const role = `scrubber_${process.pid}`;
  const address = new URL(url);
  address.username = role;
  address.password = 'x';
  await test.pool.query(`create role ${role} login password 'x'`);
  try {
    await test.pool.query(`grant select on ${tables} to ${role}`);
    await work(address.href, role);
  } finally {
    await test.pool.query(`reassign owned by ${role} to current_user`);
    await test.pool.query(`drop owned by ${role}`);
    await test.pool.query(`drop role ${role}`);
  }
}

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

  it('is put off by a prepared transaction of this database', async ({ skip }) => {
    const { rows } = await other.query('show max_prepared_transactions');
    skip(rows[0].max_prepared_transactions === '0', 'the server allows no prepared transactions');
    const { remove } = await storeFace();
    await other.query('begin');
    await other.query('select pg_current_xact_id()');
    await other.query(`prepare transaction 'forgotten'`);
    try {
      expect(await repos.faces.isSeenByOthers(await remove())).toBe(true);
    } finally {
      await other.query(`rollback prepared 'forgotten'`);
    }
  });

  it('is put off by a writer of another role, although this role may not see what it does', async () => {
    await asRole('face_state', async (address) => {
      const pool = new pg.Pool({ connectionString: address, max: 1 });
      const { faces } = createRepositories(drizzleOn(pool));
      try {
        const { remove } = await storeFace();
        await other.query('begin');
        await other.query('select pg_current_xact_id()');
        const xact = await remove();
        expect(await faces.isSeenByOthers(xact)).toBe(true);
        await other.query('rollback');
        await expect.poll(() => faces.isSeenByOthers(xact)).toBe(false);
      } finally {
        await pool.end();
      }
    });
  });

  it('is not put off by a writer in another database of the cluster', async () => {
    const address = new URL(url);
    address.pathname = '/postgres';
    const neighbour = new pg.Client(address.href);
    await neighbour.connect();
    try {
      const { remove } = await storeFace();
      await neighbour.query('begin');
      await neighbour.query('select pg_current_xact_id()');
      const xact = await remove();
      await test.pool.query(`insert into face_keys select id, 'm', 'kept', now() from people`);
      await expect.poll(() => repos.faces.isSeenByOthers(xact)).toBe(false);
      await expect.poll(() => scrub()).toBe('scrubbed');
      const { rows } = await test.pool.query(
        `select convert_from(wrapped_key, 'UTF8') as key,
           position('secret'::bytea in pg_read_binary_file(pg_relation_filepath('face_keys'))) as at from face_keys`,
      );
      expect(rows).toEqual([{ key: 'kept', at: 0 }]);
    } finally {
      await neighbour.end();
    }
  });

  it('is not put off by a reader who began after the removal', async () => {
    const { remove } = await storeFace();
    const xact = await remove();
    // A reader also keeps what the oldest transaction of the cluster may see, which need not be of this test.
    const isSeenBesideReader = async () => {
      await other.query('begin isolation level repeatable read');
      await other.query('select 1');
      const isSeen = await repos.faces.isSeenByOthers(xact);
      await other.query('rollback');
      return isSeen;
    };
    await expect.poll(isSeenBesideReader).toBe(false);
  });

  it('is not called done when rows had to be kept for somebody', async () => {
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
    await asRole('face_keys, face_templates', async (address, role) => {
      await expect(scrub(address)).rejects.toThrow('may not rewrite face_keys');
      await test.pool.query(`alter table face_keys owner to ${role}`);
      await test.pool.query(`alter table face_templates owner to ${role}`);
      expect(await scrub(address, true)).toBe('scrubbed');
      expect(warnings).toEqual([expect.stringContaining('vacuum (full) pg_statistic')]);
    });
  });
});
