import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addPasskey, answerOf, createFakePasskeys, signInAlone } from '../testing/second-factors.ts';
import { ADMIN_PASSWORD, openTestApp, PERSON_PASSWORD, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ passkeys: createFakePasskeys() });
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

describe('a passkey alone', () => {
  const withPasskey = async (id: string): Promise<string> => {
    const { token } = await app.person(id);
    await addPasskey(app, token, `credential-of-${id}`);
    return `credential-of-${id}`;
  };

  it('is refused when its counter does not grow, as that of a copy', async () => {
    const credential = await withPasskey('K-3');
    expect((await signInAlone(app, credential, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect((await signInAlone(app, credential, { counter })).status).toBe(401);
    expect((await signInAlone(app, credential, { counter: 8 })).status).toBe(200);
  });

  it('of nobody leaves no entry in the audit, and is limited by network like passwords', async () => {
    const credential = await withPasskey('K-11');
    const address = '2001:db8:9:9::1';
    const ask = async (from = address) =>
      (await app.call('POST', '/sign-in/passkey/options', { address: from })).body;
    const answer = async (ticket: string, passkey: unknown, from = address) =>
      (await app.call('POST', '/sign-in/passkey', { address: from, body: { ticket, passkey } })).status;
    const entries = async () =>
      (
        await app.pool.query(`select subject from audit where action = 'sign_in_failed' and address = $1`, [
          address,
        ])
      ).rows;
    const made = await ask();
    // No challenge of ours, nobody's passkey, and a signature that is wrong.
    expect(await answer('x'.repeat(59), answerOf(credential, made.options))).toBe(401);
    expect(await answer(made.ticket, answerOf('nobody’s', made.options))).toBe(401);
    expect(await entries()).toEqual([]);
    const { ticket, options } = await ask();
    expect(await answer(ticket, answerOf(credential, { ...options, challenge: 'another' }))).toBe(401);
    expect(await entries()).toEqual([{ subject: 'K-11' }]);

    await app.pool.query(
      `insert into login_attempts (account, address, failed_at)
       select 'nobody', address, failed_at from login_attempts, generate_series(1, 66) where address like '2001:db8:9:9:%'`,
    );
    const right = await ask();
    expect(await answer(right.ticket, answerOf(credential, right.options))).toBe(429);
    // Somewhere else it is right: a telephone changes its network.
    expect(await answer(right.ticket, answerOf(credential, right.options), '203.0.113.99')).toBe(200);
    expect(await entries()).toHaveLength(1);
    await app.pool.query('delete from login_attempts');

    await app.pool.query(
      `insert into passkey_challenges (owner, challenge, expires_at)
       select left(owner, 23) || encode(sha256(int4send(n)), 'hex'), challenge, expires_at
       from passkey_challenges, generate_series(1, 2999) n where owner = (select max(owner) from passkey_challenges where owner like $1)`,
      [`alone ${(await ask()).ticket.slice(0, 16)} %`],
    );
    expect((await ask('2001:db8:9:9:ffff::7')).error.code).toBe('too_many_requests');
    expect((await ask('2001:db8:9:8::7')).ticket).toBeDefined();
    await app.pool.query('delete from passkey_challenges');
  });

  it('is offered to visitors only where browsers have it', async () => {
    const offered = async (origin: string) => {
      const response = await app.app.request('/api/settings/public', {
        headers: { 'x-test-origin': origin },
      });
      return ((await response.json()) as { sign_in: { passkeys: boolean } }).sign_in.passkeys;
    };
    expect(await offered('https://attendance.school.example')).toBe(true);
    expect(await offered('http://localhost:5000')).toBe(true);
    expect(await offered('http://attendance.school.example')).toBe(false);
    expect(await offered('https://192.0.2.7')).toBe(false);
  });
});
