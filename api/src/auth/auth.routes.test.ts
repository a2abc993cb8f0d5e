import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const MINUTE = 60_000;

describe('signing in', () => {
  it('answers token, role and user, and no secret', async () => {
    const { status, body, text } = await app.call('POST', '/admin/login', {
      body: { password: ADMIN_PASSWORD },
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['access_token', 'role', 'user']);
    expect(body.role).toBe('admin');
    expect(text).not.toContain('test:'); // the prefix of the test hasher
  });

  it('works at /login as at /admin/login', async () => {
    expect((await app.call('POST', '/login', { body: { password: ADMIN_PASSWORD } })).body.role).toBe(
      'admin',
    );
  });

  it('ignores case and surrounding spaces of the username', async () => {
    await app.person('S-10', { username: 'alex' });
    const { status, body } = await app.call('POST', '/user/login', {
      body: { username: ' ALEX ', password: 'secret123' },
    });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      id: 'S-10',
      type: 'student',
      has_password: true,
      has_face_data: false,
    });
  });

  it('names missing fields with the messages of the specification', async () => {
    expect((await app.call('POST', '/admin/login', { body: {} })).body.message).toBe(
      'Please enter admin password',
    );
    expect((await app.call('POST', '/user/login', { body: { username: 'x' } })).body.message).toBe(
      'Please enter both username and password',
    );
  });

  it('answers unknown user and wrong password alike, with the same hashing work', async () => {
    await app.person('S-11');
    const before = app.passwords.verified();
    const unknown = await app.call('POST', '/user/login', {
      body: { username: 'nobody', password: 'x' },
      address: '192.0.2.11',
    });
    const wrong = await app.call('POST', '/user/login', {
      body: { username: 's-11', password: 'x' },
      address: '192.0.2.12',
    });
    expect(app.passwords.verified() - before).toBe(2);
    expect(unknown.status).toBe(401);
    const withoutId = ({ error, message }: { error: { code: string }; message: string }) => [
      error.code,
      message,
    ];
    expect(withoutId(wrong.body)).toEqual(withoutId(unknown.body));
  });
});

describe('failed sign-ins', () => {
  const guess = (username: string, password: string, address: string) =>
    app.call('POST', '/user/login', { body: { username, password }, address });

  it('lock an account after five, from any address, with Retry-After', async () => {
    await app.person('S-20');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await guess('s-20', 'wrong', `198.51.100.${attempt}`)).status).toBe(401);
    }
    const refused = await guess('s-20', 'secret123', '198.51.100.99');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    app.clock.advance(15 * MINUTE);
    expect((await guess('s-20', 'secret123', '198.51.100.99')).status).toBe(200);
  });

  it('lock an address after five, whichever accounts it tried', async () => {
    await app.person('S-21');
    for (let attempt = 0; attempt < 5; attempt += 1)
      await guess(`someone-${attempt}`, 'wrong', '203.0.113.5');
    expect((await guess('s-21', 'secret123', '203.0.113.5')).status).toBe(429);
    expect((await guess('s-21', 'secret123', '203.0.113.6')).status).toBe(200);
  });

  it('are not reset by a successful sign-in of the owner', async () => {
    await app.person('S-22');
    for (let attempt = 0; attempt < 4; attempt += 1) await guess('s-22', 'wrong', '203.0.113.22');
    expect((await guess('s-22', 'secret123', '203.0.113.200')).status).toBe(200);
    await guess('s-22', 'wrong', '203.0.113.22');
    expect((await guess('s-22', 'wrong', '203.0.113.22')).status).toBe(429);
  });

  it('are limited for simultaneous attempts too', async () => {
    await app.person('S-23');
    const guesses = Array.from({ length: 40 }, (_, index) => guess('s-23', 'wrong', `198.18.0.${index}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  });
});

describe('a session', () => {
  it('ends on logout', async () => {
    const { token } = await app.person('S-30');
    expect((await app.call('GET', '/session', { token })).body.user.id).toBe('S-30');
    await app.call('POST', '/logout', { token });
    expect((await app.call('GET', '/session', { token })).status).toBe(401);
  });

  it('ends after twelve idle hours, and after seven days even in use', async () => {
    const { token } = await app.person('S-31');
    app.clock.advance(11 * 60 * MINUTE);
    expect((await app.call('GET', '/session', { token })).status).toBe(200);
    app.clock.advance(12 * 60 * MINUTE);
    expect((await app.call('GET', '/session', { token })).status).toBe(401);

    const busy = await app.signIn('s-31');
    let hours = 0;
    while ((await app.call('GET', '/session', { token: busy })).status === 200) {
      app.clock.advance(6 * 60 * MINUTE);
      hours += 6;
    }
    expect(hours).toBe(7 * 24);
  });

  it('ends on all devices when an administrator resets the password', async () => {
    const { token } = await app.person('S-32');
    const admin = await app.adminToken();
    await app.call('PUT', '/admin/users/S-32/password', { token: admin, body: { password: 'brand-new' } });
    expect((await app.call('GET', '/session', { token })).status).toBe(401);
    const again = await app.call('POST', '/user/login', {
      body: { username: 's-32', password: 'brand-new' },
    });
    expect(again.status).toBe(200);
  });

  it('ends when the person is deleted', async () => {
    const { token } = await app.person('S-33');
    await app.call('DELETE', '/admin/users/S-33', { token: await app.adminToken() });
    expect((await app.call('GET', '/session', { token })).status).toBe(401);
  });

  it('is stored as a hash only', async () => {
    const { token } = await app.person('S-34');
    const { rows } = await app.pool.query('select encode(token_hash, $1) as hash from sessions', ['hex']);
    expect(rows.map(({ hash }) => hash)).not.toContain(Buffer.from(token).toString('hex'));
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
