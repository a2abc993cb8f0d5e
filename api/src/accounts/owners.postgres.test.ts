import { ADVISORY_LOCKS } from '@rollcall/db/advisory-locks';
import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ADMIN_PASSWORD, openTestApp, SETUP_CODE, type TestApp, ZONE } from '../testing/test-app.ts';
import { openTestServers, type TestServers } from '../testing/test-servers.ts';

let database: TestDb;
let servers: TestServers;
let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  database = await openTestDb(10);
  servers = await openTestServers(['one', 'two'], { database });
  [one, two] = servers.servers as [TestApp, TestApp]; // two were asked for
  await one.person('OTHER', { type: 'staff', class_section: null });
  await one.admin('POST', '/admin/accounts', { user_id: 'OTHER', role: 'owner' });
  // As if they had replaced the password that somebody else typed.
  await database.pool.query('update credentials set must_change = false');
});
afterAll(async () => {
  await servers.close();
  await database.close();
});

/** Sends all calls, and lets them go on when each of them has come to the lock. */
async function atOnce<T>(
  { pool }: Pick<TestDb, 'pool'>,
  lock: keyof typeof ADVISORY_LOCKS,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const held = await pool.connect();
  await held.query('begin');
  await held.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS[lock]]);
  const answers = Promise.all(calls.map((call) => call()));
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted and objid = $1
           and database = (select oid from pg_database where datname = current_database())`,
        [ADVISORY_LOCKS[lock]],
      );
      expect(rows).toEqual([{ waiting: calls.length }]);
    },
    { timeout: 20_000 },
  );
  await held.query('commit');
  held.release();
  return answers;
}

const owners = async () =>
  (await database.pool.query(`select code from people where role = 'owner' order by 1`)).rows;

it('two owners who take each other the role at two servers at once leave one', async () => {
  const mine = await one.signIn('admin', ADMIN_PASSWORD);
  const theirs = await two.signIn('other');
  const answers = await atOnce(database, 'roles', [
    () => one.call('PUT', '/admin/accounts/OTHER', { token: mine, body: { role: 'member' } }),
    () => two.call('PUT', '/admin/accounts/admin', { token: theirs, body: { role: 'administrator' } }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(await owners()).toHaveLength(1);
  await database.pool.query(`update people set role = 'owner' where code = 'admin'`);
  await database.pool.query(`update people set role = 'administrator' where code = 'OTHER'`);
});

it('somebody who is made an owner meanwhile is not deleted by an administrator who was let in before', async () => {
  await one.person('HEIR', { type: 'staff', class_section: null });
  const owner = await one.signIn('admin', ADMIN_PASSWORD);
  const administrator = await two.signIn('other');
  const [made, deleted] = await atOnce(database, 'roles', [
    () => one.call('PUT', '/admin/accounts/HEIR', { token: owner, body: { role: 'owner' } }),
    () => two.call('DELETE', '/admin/users/HEIR', { token: administrator }),
  ]);
  // Whichever came first: an owner is not deleted, and nobody who is gone becomes one.
  expect([
    [200, 403],
    [404, 200],
  ]).toContainEqual([made?.status, deleted?.status]);
  expect(await owners()).toHaveLength(made?.status === 200 ? 2 : 1);
});

it('two set-ups at two servers at once give one owner', async () => {
  const empty = await openTestDb(8);
  const open = () => openTestApp({ database: { ...empty, close: async () => {} }, setUp: false });
  const apps = [await open(), await open()];
  const answers = await atOnce(
    empty,
    'seeding',
    apps.map(
      ({ call }, index) =>
        () =>
          call('POST', '/setup', {
            body: {
              code: SETUP_CODE,
              institution_name: `School ${index}`,
              time_zone: ZONE,
              password: `lantern otter quartz ${index}`,
            },
          }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = answers.findIndex(({ status }) => status === 200);
  const { rows } = await empty.pool.query(`select p.role, i.name from people p, institution i`);
  expect(rows).toEqual([{ role: 'owner', name: `School ${winner}` }]);
  for (const app of apps) await app.close();
  await empty.close();
});
