import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

it('strangers learn whether the server is ready and the state of its parts, nothing else', async () => {
  const { status, body } = await app.call('GET', '/ready');
  expect([status, body]).toEqual([200, { ready: true, parts: { database: 'ok', models: 'off' } }]);
  expect((await app.call('GET', '/health')).body).toEqual({ status: 'ok' });
});
