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
