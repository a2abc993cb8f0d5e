import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOfApp } from '../testing/second-factors.ts';
import { ADMIN_PASSWORD, openTestApp, PERSON_PASSWORD, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const signIn = async (
  username: string,
  extra: { password?: string; address?: string; userAgent?: string } = {},
) => {
  const { password = PERSON_PASSWORD, ...call } = extra;
  const { body } = await app.call('POST', '/user/login', { body: { username, password }, ...call });
  return { token: String(body.access_token), device: String(body.device), mustDo: body.must_do };
};
const isSignedIn = async (token: string) => (await app.call('GET', '/session', { token })).status === 200;

const change = (token: string, current_password: string, new_password: string, device?: string) =>
  app.call('PUT', '/me/password', {
    token,
    body: { current_password, new_password },
    ...(device ? { device } : {}),
  });

describe('changing one’s own password', () => {
  it('needs the current one, ends the other sessions and keeps this one', async () => {
    const { token } = await app.person('P-1');
    const other = await signIn('p-1');
    expect((await change(token, PERSON_PASSWORD, 'another-6')).body).toEqual({
      message: 'Password changed. You are signed out everywhere else.',
    });
    expect([await isSignedIn(token), await isSignedIn(other.token)]).toEqual([true, false]);
    expect(
      (await app.call('POST', '/user/login', { body: { username: 'p-1', password: PERSON_PASSWORD } }))
        .status,
    ).toBe(401);
    expect((await signIn('p-1', { password: 'another-6' })).mustDo).toBeNull();
    const { rows } = await app.pool.query(
      `select detail from audit where action = 'password_changed' and subject = 'P-1'`,
    );
    expect(JSON.stringify(rows)).not.toContain('another-6');
  });

  it('counts a wrong current one as a failed sign-in, and is no 401, which would end the session', async () => {
    const { token } = await app.person('P-2');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { status, body } = await change(token, 'wrong', 'another-6');
      expect([status, body.error.code]).toEqual([400, 'wrong_password']);
      expect(body.error.fields).toHaveProperty('current_password');
    }
    expect((await change(token, PERSON_PASSWORD, 'another-6')).status).toBe(429);
    expect(
      (await app.call('POST', '/user/login', { body: { username: 'p-2', password: PERSON_PASSWORD } }))
        .status,
    ).toBe(429);
    expect(await isSignedIn(token)).toBe(true);
    const { rows } = await app.pool.query(
      `select 1 from audit where action = 'sign_in_failed' and subject = 'P-2'`,
    );
    expect(rows).toHaveLength(5);
  });

  it('asks students for six characters, others for eight that are not easily guessed, nobody for their username', async () => {
    const student = await app.person('P-3', { username: 'p-three' });
    const teacher = await app.person('P-4', { type: 'teacher' });
    const reason = async (token: string, password: string) => {
      const { body } = await change(token, PERSON_PASSWORD, password);
      return [body.error?.code ?? 'accepted', body.error?.fields?.new_password ?? ''];
    };
    expect(await reason(student.token, '12345')).toEqual([
      'weak_password',
      'Password must be at least 6 characters.',
    ]);
    expect(await reason(student.token, 'P-THREE')).toEqual([
      'weak_password',
      'The password must not be the username.',
    ]);
    expect(await reason(student.token, PERSON_PASSWORD)).toEqual([
      'weak_password',
      'Choose a password that differs from your current one.',
    ]);
    expect(await reason(teacher.token, 'qwzu12!')).toEqual([
      'weak_password',
      'Password must be at least 8 characters.',
    ]);
    expect(await reason(teacher.token, 'password')).toEqual([
      'weak_password',
      'This is a commonly used password.',
    ]);
    const { body } = await change(student.token, PERSON_PASSWORD, '12345');
    expect(body.error.reason).toEqual({ code: 'too_short', least: 6 });
    expect(await reason(teacher.token, 'x'.repeat(257))).toContain('invalid_input');
    expect(await reason(teacher.token, 'x'.repeat(256))).toEqual(['accepted', '']);
    expect(await reason(student.token, 'passwd')).toEqual(['accepted', '']);
  });

  it('is judged at registration too, and at set-up', async () => {
    const body = { name: 'T', user_id: 'P-5', username: 'p-5', password: 'password', type: 'teacher' };
    const teacher = await app.admin('POST', '/admin/register', body);
    expect([teacher.status, teacher.body.error.code]).toEqual([400, 'weak_password']);
    expect(teacher.body.error.fields).toHaveProperty('password');
    expect((await app.admin('POST', '/admin/register', { ...body, type: 'student' })).status).toBe(200);
  });

  it('forgets the devices that knew the old one, but for this one', async () => {
    await app.person('P-6');
    const [here, there] = [await signIn('p-6'), await signIn('p-6')];
    expect((await change(here.token, PERSON_PASSWORD, 'another-6', here.device)).status).toBe(200);
    for (let index = 0; index < 10; index += 1)
      await app.call('POST', '/user/login', {
        body: { username: 'p-6', password: 'wrong' },
        address: `198.18.0.${index}`,
      });
    const status = async (device: string) =>
      (await app.call('POST', '/user/login', { body: { username: 'p-6', password: 'another-6' }, device }))
        .status;
    expect([await status(there.device), await status(here.device)]).toEqual([429, 200]);
  });
});

describe('a session that was ended while its call was on the way', () => {
  it('does not set a password over the one of the reset that ended it', async () => {
    const { token } = await app.person('P-7');
    const { hash } = app.passwords;
    const reset = () => app.admin('PUT', '/admin/users/P-7/password', { password: 'by-the-office-7' });
    app.passwords.hash = async (password) => {
      if (password === 'of-the-thief-7') expect((await reset()).status).toBe(200);
      return hash(password);
    };
    const late = await change(token, PERSON_PASSWORD, 'of-the-thief-7');
    app.passwords.hash = hash;
    expect([late.status, late.body.error.code]).toEqual([401, 'unauthenticated']);
    const login = (password: string) =>
      app.call('POST', '/user/login', { body: { username: 'p-7', password } });
    expect((await login('of-the-thief-7')).status).toBe(401);
    expect((await login('by-the-office-7')).body.must_do).toBe('password');
  });

  it('does not set one twice from the same password', async () => {
    const { token } = await app.person('P-8');
    const { hash } = app.passwords;
    app.passwords.hash = async (password) => {
      if (password === 'second-8') await change(token, PERSON_PASSWORD, 'first-8');
      return hash(password);
    };
    const late = await change(token, PERSON_PASSWORD, 'second-8');
    app.passwords.hash = hash;
    expect(late.body.error.code).toBe('wrong_password');
    expect((await signIn('p-8', { password: 'first-8' })).mustDo).toBeNull();
  });

  it('leaves no API token, passkey or app for codes behind', async () => {
    const { token } = await app.person('P-9');
    const actor = await app.services.auth.authenticate(token, '192.0.2.1');
    if (!actor) throw new Error('not signed in');
    const { uri, secret } = await app.services.factors.beginTotp(actor);
    expect(uri).toContain(secret);
    await app.pool.query('delete from sessions where id = $1', [actor.sessionId]);
    const code = codeOfApp(secret, app.clock.now());
    await expect(app.services.factors.activateTotp(actor, code)).rejects.toThrow('sign in');
    const wanted = { name: 'x', actions: ['notices.read'] as const, expiresOn: '2026-06-30' as LocalDate };
    await expect(app.services.tokens.create(actor, wanted)).rejects.toThrow('sign in');
  });
});

describe('a password that an administrator chose', () => {
  it('is replaced at the next sign-in before anything else', async () => {
    await app.person('P-10', { type: 'teacher' });
    await app.admin('PUT', '/admin/users/P-10/password', { password: 'brand-new' });
    const { token, mustDo } = await signIn('p-10', { password: 'brand-new' });
    expect(mustDo).toBe('password');
    const refused = await app.call('GET', '/dashboard/stats', { token });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'password_change_needed']);
    const me = (await app.call('GET', '/me', { token })).body;
    expect(me).toMatchObject({ must_do: 'password', has_password: true, email: null });
    expect(me.permissions).toEqual([{ action: 'account.own', reach: 'self' }]);
    expect((await change(token, 'brand-new', 'brand-new')).body.error.code).toBe('weak_password');
    expect((await change(token, 'brand-new', 'my-own-choice')).status).toBe(200);
    expect((await app.call('GET', '/dashboard/stats', { token })).status).toBe(200);
    expect((await signIn('p-10', { password: 'my-own-choice' })).mustDo).toBeNull();
  });
});

describe('one’s own sessions', () => {
  it('are listed with device, address and means, and without the token', async () => {
    await app.person('P-20');
    const phone = await signIn('p-20', { userAgent: IPHONE, address: '203.0.113.20' });
    app.clock.advance(120_000);
    const desk = await signIn('p-20', { userAgent: CHROME, address: '2001:db8::20' });
    const { body, text } = await app.call('GET', '/me/sessions', { token: desk.token });
    expect(body.sessions.slice(0, 2)).toMatchObject([
      { device: 'Chrome on Windows', address: '2001:db8::20', means: 'password', current: true },
      { device: 'Safari on iOS', address: '203.0.113.20', means: 'password', current: false },
    ]);
    expect(Object.keys(body.sessions[0])).toEqual([
      'id',
      'device',
      'address',
      'means',
      'created_at',
      'last_used_at',
      'current',
    ]);
    expect(text).not.toContain(phone.token);
    // Programs and hostile headers.
    const script = await signIn('p-20', { userAgent: `curl/8.5.0 <script>${'x'.repeat(5000)}` });
    const [own] = (await app.call('GET', '/me/sessions', { token: script.token })).body.sessions;
    expect(own.device).toBe('curl');
  });

  it('end one by one; somebody else’s cannot be ended by a guessed id', async () => {
    const mine = await app.person('P-21');
    const other = await app.person('P-22');
    const { sessions } = (await app.call('GET', '/me/sessions', { token: other.token })).body;
    const foreign = await app.call('DELETE', `/me/sessions/${sessions[0].id}`, { token: mine.token });
    expect([foreign.status, await isSignedIn(other.token)]).toEqual([404, true]);
    const second = await signIn('p-21');
    const list = (await app.call('GET', '/me/sessions', { token: mine.token })).body.sessions;
    const { id } = list.find(({ current }: { current: boolean }) => !current);
    expect((await app.call('DELETE', `/me/sessions/${id}`, { token: mine.token })).status).toBe(200);
    expect([await isSignedIn(mine.token), await isSignedIn(second.token)]).toEqual([true, false]);
  });

  it('end everywhere else, and their event streams at once', async () => {
    const { token } = await app.person('P-23');
    const other = await signIn('p-23');
    const listening = await app.app.request('/api/events', {
      headers: { Authorization: `Bearer ${other.token}` },
    });
    const reader = listening.body?.getReader();
    await reader?.read(); // connected
    expect((await app.call('DELETE', '/me/sessions', { token })).status).toBe(200);
    expect([await isSignedIn(token), await isSignedIn(other.token)]).toEqual([true, false]);
    let part = await reader?.read();
    while (part && !part.done) part = await reader?.read();
    expect(part?.done).toBe(true);
  });

  it('are confirmed by a fresh sign-in, for five minutes', async () => {
    const token = await app.adminToken();
    const until = async () => (await app.call('GET', '/me', { token })).body.confirmed_until;
    expect(await until()).toBe(new Date(app.clock.now().getTime() + 300_000).toISOString());
    app.clock.advance(300_000);
    expect(await until()).toBeNull();
    expect((await app.call('POST', '/admin/login', { body: { password: ADMIN_PASSWORD } })).status).toBe(200);
  });
});
