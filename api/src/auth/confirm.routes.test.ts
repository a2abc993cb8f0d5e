import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPasskey, answerOf, createFakePasskeys, signInAlone } from '../testing/second-factors.ts';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ passkeys: createFakePasskeys() });
});
afterAll(() => app.close());

const MINUTE = 60_000;
const exportKeys = (token: string) =>
  app.call('POST', '/admin/keys/export', { token, body: { passphrase: 'a long passphrase' } });
const confirm = (token: string, body: unknown, address = '192.0.2.1') =>
  app.call('POST', '/me/confirm', { token, body, address });

describe('a dangerous act', () => {
  it('is asked for again five minutes after the sign-in, and allowed for five minutes by a confirmation', async () => {
    const token = await app.adminToken();
    expect((await exportKeys(token)).status).toBe(200);
    app.clock.advance(5 * MINUTE);
    const refused = await exportKeys(token);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'confirmation_needed']);
    const { body } = await confirm(token, { password: ADMIN_PASSWORD });
    expect(Date.parse(body.confirmed_until)).toBe(app.clock.now().getTime() + 5 * MINUTE);
    expect((await app.call('GET', '/me', { token })).body.confirmed_until).toBe(body.confirmed_until);
    expect((await exportKeys(token)).status).toBe(200);
    app.clock.advance(5 * MINUTE);
    expect((await exportKeys(token)).status).toBe(403);
  });

  it('is confirmed for one session only', async () => {
    const [one, two] = [await app.adminToken(), await app.adminToken()];
    app.clock.advance(6 * MINUTE);
    await confirm(one, { password: ADMIN_PASSWORD });
    expect((await exportKeys(one)).status).toBe(200);
    expect((await exportKeys(two)).body.error.code).toBe('confirmation_needed');
  });

  it('does not take a confirmation from the future for one', async () => {
    const token = await app.adminToken();
    const at = app.clock.now().toISOString();
    app.clock.advance(40 * MINUTE);
    await confirm(token, { password: ADMIN_PASSWORD });
    app.clock.set(at);
    expect((await exportKeys(token)).body.error.code).toBe('confirmation_needed');
  });

  it('is not what a stolen passkey leads to after a reset, until the password is changed', async () => {
    const { token } = await app.person('K-12');
    await addPasskey(app, token, 'k-12');
    await app.admin('PUT', '/admin/users/K-12/password', { password: 'Of-The-Office-12' });
    const { body } = await signInAlone(app, 'k-12');
    expect(body.must_do).toBe('password');
    for (const [method, path, sent] of [
      ['PUT', '/me/email', { email: 'thief@elsewhere.example' }],
      ['POST', '/me/passkeys/options', {}],
      ['POST', '/me/totp', {}],
      ['DELETE', '/me/totp', undefined],
      ['POST', '/me/recovery-codes', {}],
      ['POST', '/me/tokens', { name: 'x', actions: ['notices.read'], expires_on: '2026-03-31' }],
    ] as const) {
      const refused = await app.call(method, path, { token: body.access_token, body: sent });
      expect([path, refused.status, refused.body.error.code]).toEqual([path, 403, 'password_change_needed']);
    }
  });

  it('is listed in the API document, for every act that is dangerous', async () => {
    const { body } = await app.call('GET', '/openapi.json');
    const confirmed = Object.entries<Record<string, { 'x-confirm'?: boolean }>>(body.paths).flatMap(
      ([path, item]) =>
        Object.entries(item).flatMap(([method, operation]) =>
          operation['x-confirm'] ? [`${method.toUpperCase()} ${path.replace(/^\/api/, '')}`] : [],
        ),
    );
    expect(confirmed).toEqual(
      expect.arrayContaining([
        'POST /admin/restore',
        'POST /admin/keys/export',
        'DELETE /admin/users/{id}',
        'PUT /admin/accounts/{user_id}',
        'POST /admin/accounts',
        'DELETE /admin/accounts/{user_id}',
        'DELETE /admin/accounts/{user_id}/second-factors',
        'PUT /admin/sign-in-settings',
        'POST /admin/approvals/{id}/decision',
        'POST /me/passkeys',
        'DELETE /me/passkeys/{id}',
        'PUT /me/totp',
        'DELETE /me/totp',
        'POST /me/recovery-codes',
        'POST /me/tokens',
        'POST /admin/identity-providers',
        'PUT /admin/identity-providers/{id}',
        'DELETE /admin/identity-providers/{id}',
        'PUT /admin/evidence',
        'PUT /admin/evidence/classes/{id}',
        'POST /admin/evidence/networks',
        'DELETE /admin/evidence/networks',
        'POST /admin/clock/confirm',
        'DELETE /admin/clock/future-days',
      ]),
    );
  });
});

describe('access to the account of somebody with a role', () => {
  const minutesOld = async (): Promise<string> => {
    const token = await app.adminToken();
    app.clock.advance(6 * MINUTE);
    return token;
  };
  const refusals = async (token: string, id: string) => {
    const answers: string[] = [];
    for (const [path, body] of [
      [`/admin/users/${id}/password`, { password: 'otter lantern 12' }],
      [`/admin/users/${id}`, { email: `${id}.new@school.example` }],
      [`/admin/users/${id}`, { username: `${id}.new` }],
    ] as const)
      answers.push((await app.call('PUT', path, { token, body })).body.error?.code ?? 'done');
    return answers;
  };

  it('asks for a confirmation, but the rest of their data does not, nor a member', async () => {
    await app.person('F-1', { type: 'teacher' });
    await app.person('F-2', { type: 'staff', email: 'f-2@school.example' });
    await app.pool.query(`update people set role = 'administrator' where code = 'F-2'`);
    await app.person('F-3');
    const token = await minutesOld();
    const needed = Array(3).fill('confirmation_needed');
    expect(await refusals(token, 'F-1')).toEqual(needed);
    expect(await refusals(token, 'F-2')).toEqual(needed);
    // A form sends what it shows, changed or not.
    const body = { name: 'Another Name', username: 'f-2', email: 'f-2@school.example', user_id: 'F-2' };
    expect((await app.call('PUT', '/admin/users/F-2', { token, body })).status).toBe(200);
    expect(await refusals(token, 'F-3')).toEqual(['done', 'done', 'done']);
    await confirm(token, { password: ADMIN_PASSWORD });
    expect(await refusals(token, 'F-2')).toEqual(['done', 'done', 'done']);
  });

  it('is not for API tokens', async () => {
    await app.person('F-4', { type: 'teacher' });
    await app.person('F-5');
    const made = await app.admin('POST', '/me/tokens', {
      name: 'Sync',
      actions: ['people.manage'],
      expires_on: '2026-06-30',
    });
    expect(await refusals(made.body.token, 'F-4')).toEqual(Array(3).fill('forbidden'));
    expect(await refusals(made.body.token, 'F-5')).toEqual(['done', 'done', 'done']);
  });
});

describe('a confirmation', () => {
  it('with a wrong password counts as a failed sign-in', async () => {
    const { token } = await app.person('C-1');
    const guess = () => confirm(token, { password: 'wrong' }, '192.0.2.77');
    const first = await guess();
    expect([first.status, first.body.error.code]).toEqual([403, 'confirmation_refused']);
    let last = first;
    for (let attempt = 0; attempt < 15 && last.status !== 429; attempt += 1) last = await guess();
    expect(last.body.error.code).toBe('too_many_attempts');
    const signIn = await app.call('POST', '/user/login', {
      body: { username: 'c-1', password: 'wrong' },
      address: '192.0.2.77',
    });
    expect(signIn.status).toBe(429);
    app.clock.advance(60 * MINUTE);
  });

  it('needs a password or a passkey, and not both', async () => {
    const { token } = await app.person('C-2');
    expect((await confirm(token, {})).status).toBe(400);
    expect((await confirm(token, { password: 'x', passkey: { id: 'y' } })).status).toBe(400);
  });

  it('by passkey takes one of the person who is signed in, checked by the device, for this session', async () => {
    const [one, two] = [await app.person('C-3'), await app.person('C-4')];
    for (const { token, id } of [one, two]) {
      const { body } = await app.call('POST', '/me/passkeys/options', { token });
      const added = { name: 'Key', response: answerOf(id, body.options) };
      expect((await app.call('POST', '/me/passkeys', { token, body: added })).status).toBe(200);
    }
    const ask = async (token: string) =>
      (await app.call('POST', '/me/confirm/options', { token })).body.options;
    const send = async (token: string, passkey: unknown) => (await confirm(token, { passkey })).status;
    expect(await send(one.token, answerOf(two.id, await ask(one.token)))).toBe(403);
    expect(await send(one.token, answerOf(one.id, await ask(two.token)))).toBe(403);
    expect(await send(one.token, answerOf(one.id, await ask(one.token), { isVerified: false }))).toBe(403);
    const answer = answerOf(one.id, await ask(one.token));
    expect(await send(one.token, answer)).toBe(200);
    expect(await send(one.token, answer)).toBe(403);
  });
});
