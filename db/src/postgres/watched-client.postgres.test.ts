import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchedClient } from './watched-client.ts';

const url = process.env.TEST_POSTGRES_URL ?? '';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('an idle connection is not watched: only a query that is not answered ends it', async () => {
  const Client = watchedClient({ connectMs: 0, statementMs: 3000 });
  const client = new Client({ connectionString: url });
  await client.connect();
  const answered = client.query('select 1');
  expect(vi.getTimerCount()).toBe(1);
  await answered;
  await Promise.all([client.query('select 2'), client.query('select 3')]);
  expect(vi.getTimerCount()).toBe(0);
  await client.end();
});

it('a limit set for the session is followed until it is set again, one set for a transaction ends with it', async () => {
  const Client = watchedClient({ connectMs: 0, statementMs: 3000 });
  const client = new Client({ connectionString: url });
  await client.connect();
  const isWatched = async () => {
    const answered = client.query('select 1');
    const timers = vi.getTimerCount();
    await answered;
    return timers === 1;
  };
  await client.query('set statement_timeout = 0');
  expect([await isWatched(), await isWatched()]).toEqual([false, false]);
  await client.query("set statement_timeout to '4s'");
  await client.query('begin');
  await client.query('set local statement_timeout = 0');
  expect(await isWatched()).toBe(false);
  await client.query('rollback');
  expect(await isWatched()).toBe(true);
  await client.end();
});
