import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { holdServerLock, withoutServers } from './server-lock.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());

it('lets servers run together, and a command only without them', async () => {
  const url = test.pool.options.connectionString ?? '';
  const servers = [new pg.Client(url), new pg.Client(url)];
  for (const server of servers) {
    await server.connect();
    await holdServerLock(server);
  }
  expect(await withoutServers(url, async () => 'done')).toBe('server_running');
  for (const server of servers) await server.end();
  const late = new pg.Client(url);
  await late.connect();
  // A closed connection gives its lock back a moment later.
  await expect
    .poll(() =>
      withoutServers(url, async () => {
        await expect(holdServerLock(late)).rejects.toThrow('A rollcall command is changing this database');
        return 'done';
      }),
    )
    .toBe('done');
  await late.end();
});
