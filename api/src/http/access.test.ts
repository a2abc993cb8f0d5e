import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let student: string;
beforeAll(async () => {
  app = await openTestApp();
  student = (await app.person('S-1')).token;
});
afterAll(() => app.close());

describe('errors', () => {
  it('name all invalid fields at once', async () => {
    const { status, body } = await app.call('POST', '/admin/register', {
      token: await app.adminToken(),
      body: { name: '', password: '12345', type: 'wizard' },
    });
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields).sort()).toEqual([
      'name',
      'password',
      'type',
      'user_id',
      'username',
    ]);
    expect(body.error.fields.password).toBe('Password must be at least 6 characters.');
    expect(body.message).toContain('user_id is required.');
  });

  it('are 400 for broken JSON, 404 for unknown paths and 413 for large bodies', async () => {
    const token = await app.adminToken();
    expect((await app.call('POST', '/admin/notices', { token, body: '{"title": ' })).status).toBe(400);
    const unknown = await app.call('GET', '/nothing/here', { token });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
    const huge = await app.call('POST', '/admin/notices', {
      token,
      body: { title: 'x', content: 'y'.repeat(1_100_000) },
    });
    expect([huge.status, huge.body.error.code]).toEqual([413, 'payload_too_large']);
  });

  it('are not given for an image larger than one megabyte', async () => {
    const token = await app.adminToken();
    const image = 'A'.repeat(3_000_000);
    const answer = await app.call('POST', '/admin/check-face-detection', { token, body: { image } });
    expect(answer.status).not.toBe(413);
  });

  it('of the database do not leak statements or parameters', async () => {
    await app.pool.query('alter table notices rename to notices_gone');
    const { status, text } = await app.call('GET', '/user/notices', { token: student });
    await app.pool.query('alter table notices_gone rename to notices');
    expect(status).toBe(500);
    expect(text).not.toMatch(/select|notices|relation/i);
    expect(app.failures).toHaveLength(1);
  });

  it('are 400 for ids that are not positive integers', async () => {
    const token = await app.adminToken();
    for (const id of ['abc', '-1', '1.5', '99999999999999999999', "1'--"]) {
      expect((await app.call('DELETE', `/admin/notices/${encodeURIComponent(id)}`, { token })).status).toBe(
        400,
      );
    }
  });
});

describe('responses', () => {
  it('are not cacheable', async () => {
    const { headers } = await app.call('GET', '/session', { token: student });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('carry a request id of the server, not of the caller', async () => {
    const response = await app.app.request('/api/session', { headers: { 'X-Request-Id': 'mine' } });
    const body: unknown = await response.json();
    expect(JSON.stringify(body)).not.toContain('mine');
  });

  it('include the OpenAPI document and an HTML page made from it', async () => {
    const { body } = await app.call('GET', '/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const page = await app.call('GET', '/docs');
    expect(page.text).toContain('/api/admin/users/{id}/password');
    expect(page.text).not.toContain('<script');
  });

  it.each(['/openapi.json', '/docs'])('are made once and revalidated by ETag: %s', async (path) => {
    const first = await app.call('GET', path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const again = await app.app.request(`/api${path}`, { headers: { 'If-None-Match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await app.call('GET', path)).text).toBe(first.text);
  });
});
