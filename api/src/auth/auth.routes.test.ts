import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN_PASSWORD, openTestApp, PERSON_PASSWORD, type TestApp } from '../testing/test-app.ts';

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
    expect(Object.keys(body)).toEqual(['access_token', 'role', 'user', 'must_do', 'device']);
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

  it('answers unknown, wrong, imported and without a password alike, with the same hashing work', async () => {
    await app.person('S-11');
    await app.person('S-12');
    await app.person('S-13');
    await app.pool.query(
      `delete from credentials where person_id = (select id from people where code = 'S-12')`,
    );
    await app.pool.query(
      `update credentials set password_hash = $1
      where person_id = (select id from people where code = 'S-13')`,
      [await app.passwords.hashGenerated('printed on a list')],
    );
    const answers = [];
    for (const [index, username] of ['nobody', 's-11', 's-12', 's-13'].entries()) {
      const before = app.passwords.verified();
      const { status, body } = await app.call('POST', '/user/login', {
        body: { username, password: 'ﬁve' },
        address: `192.0.2.${20 + index}`,
      });
      answers.push({
        status,
        code: body.error.code,
        message: body.message,
        verified: app.passwords.verified() - before,
      });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, verified: 4 });
    expect(await app.signIn('s-13', 'printed on a list')).toMatch(/^[\w-]{43}$/);
  });

  it('takes a password in either spelling of its letters, and hashes of what was typed before', async () => {
    const composed = 'pass-caf\u00e9-1';
    const decomposed = composed.normalize('NFD');
    await app.person('S-14', { password: decomposed });
    expect(await app.signIn('s-14', composed)).toMatch(/^[\w-]{43}$/);
    // As it was stored before passwords were normalised.
    await app.pool.query(
      `update credentials set password_hash = $1
      where person_id = (select id from people where code = 'S-14')`,
      [await app.passwords.hash(decomposed)],
    );
    expect(await app.signIn('s-14', decomposed)).toMatch(/^[\w-]{43}$/);
  });

  it('does not open a session for a password that is replaced while it is checked', async () => {
    await app.person('S-15');
    const token = await app.adminToken();
    const verify = app.passwords.verify;
    const spy = vi.spyOn(app.passwords, 'verify').mockImplementationOnce(async (hash, password) => {
      const body = { password: 'brand-new' };
      expect((await app.call('PUT', '/admin/users/S-15/password', { token, body })).status).toBe(200);
      return verify(hash, password);
    });
    const body = { username: 's-15', password: PERSON_PASSWORD };
    const { status } = await app.call('POST', '/user/login', { body });
    spy.mockRestore();
    expect(status).toBe(401);
    const { rows } = await app.pool.query(
      `select 1 from sessions s join people p on p.id = s.person_id where p.code = 'S-15'`,
    );
    expect(rows).toHaveLength(0);
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
