import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeOfApp } from '../testing/second-factors.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let database: TestDb;
let app: TestApp;
beforeAll(async () => {
  database = await openTestDb(10);
  app = await openTestApp({ database });
});
afterAll(() => app.close());

it('an app is activated with the secret whose code was right, not with one of another tab meanwhile', async () => {
  const { token } = await app.person('T-1');
  const first = (await app.call('POST', '/me/totp', { token })).body.secret;
  // Holds the activation where its code was looked at and nothing is written yet.
  const held = await database.pool.connect();
  await held.query('begin');
  await held.query(`select 1 from people where code = 'T-1' for no key update`);
  const code = codeOfApp(first, app.clock.now());
  const activation = app.call('PUT', '/me/totp', { token, body: { code } });
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toEqual([{ n: 1 }]);
    },
    { timeout: 20_000 },
  );
  const second = (await app.call('POST', '/me/totp', { token })).body.secret;
  await held.query('commit');
  held.release();
  expect((await activation).body.error.code).toBe('conflict');
  expect((await app.call('GET', '/me/second-factors', { token })).body.totp).toBeNull();
  const again = await app.call('PUT', '/me/totp', {
    token,
    body: { code: codeOfApp(second, app.clock.now()) },
  });
  expect(again.body.recovery_codes).toHaveLength(10);
});
