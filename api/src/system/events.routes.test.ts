import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedScan } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function listen(token: string) {
  const response = await app.app.request('/api/events', { headers: { Authorization: `Bearer ${token}` } });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('No stream.');
  expect((await reader.read()).value).toContain('connected');
  return { next: async () => (await reader.read()).value, stop: () => reader.cancel() };
}

describe('the event stream', () => {
  it('sends administrators the topic of a check-in and nothing else', async () => {
    const { token } = await app.person('E-1');
    const scan_id = await acceptedScan(app, 'E-1');
    const stream = await listen(await app.adminToken());
    await app.call('POST', '/user/mark-attendance', { token, body: { scan_id } });
    expect(await stream.next()).toBe('event: attendance\ndata: {"topic":"attendance"}\n\n');
    await stream.stop();
  });

  it('sends students notices and their own attendance, not that of others', async () => {
    const me = await app.person('E-2');
    const other = await app.person('E-3');
    const stream = await listen(me.token);
    await app.call('POST', '/user/mark-attendance', {
      token: other.token,
      body: { scan_id: await acceptedScan(app, 'E-3') },
    });
    await app.admin('POST', '/admin/notices', { title: 'T', content: 'C' });
    expect(await stream.next()).toContain('event: notices');
    await app.call('POST', '/user/mark-attendance', {
      token: me.token,
      body: { scan_id: await acceptedScan(app, 'E-2') },
    });
    expect(await stream.next()).toContain('event: attendance');
    await stream.stop();
  });

  it('is refused to one person above twenty at once, and a place is free when one is left', async () => {
    const { token } = await app.person('E-4');
    const open = () => app.app.request('/api/events', { headers: { Authorization: `Bearer ${token}` } });
    const streams = await Promise.all(Array.from({ length: 20 }, open));
    const refused = await open();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '25']);
    await Promise.all(streams.map(({ body }) => body?.cancel()));
    const again = await open();
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });

  it('ends when its session does', async () => {
    const { token } = await app.person('E-5');
    const { auth } = app.services;
    const actor = await auth.authenticate(token, '');
    if (!actor) throw new Error('not signed in');
    expect(await auth.aliveAmong([actor.sessionId])).toEqual(new Set([actor.sessionId]));
    await app.admin('DELETE', '/admin/users/E-5?erase=true');
    expect(await auth.aliveAmong([actor.sessionId])).toEqual(new Set());
  });
});
