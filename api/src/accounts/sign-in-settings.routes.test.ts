import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf, codeOfApp, createFakePasskeys } from '../testing/second-factors.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ passkeys: createFakePasskeys() });
});
afterAll(() => app.close());

const save = (roles: readonly string[]) =>
  app.admin('PUT', '/admin/sign-in-settings', { second_factor_roles: roles, needs_approval: false });
beforeEach(() => save([]));

async function addApp(token: string): Promise<void> {
  const { secret } = (await app.call('POST', '/me/totp', { token })).body;
  const code = codeOfApp(secret, app.clock.now());
  expect((await app.call('PUT', '/me/totp', { token, body: { code } })).status).toBe(200);
}

async function addPasskey(token: string, id: string): Promise<number> {
  const { options } = (await app.call('POST', '/me/passkeys/options', { token })).body;
  const body = { name: 'Key', response: answerOf(id, options) };
  return (await app.call('POST', '/me/passkeys', { token, body })).body.id;
}

describe('a second factor that a role has to have', () => {
  it('is set up before anything else, also in sessions that are open', async () => {
    const { token } = await app.person('T-1', { type: 'teacher' });
    expect((await app.call('GET', '/dashboard', { token })).status).not.toBe(403);
    expect((await save(['teacher'])).status).toBe(200);
    const refused = await app.call('GET', '/teacher/today', { token });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'second_factor_setup_needed']);
    expect((await app.call('GET', '/me', { token })).body).toMatchObject({ must_do: 'second_factor' });
    const signIn = await app.call('POST', '/user/login', {
      body: { username: 't-1', password: 'secret123' },
    });
    expect(signIn.body.must_do ?? signIn.body.error).toBe('second_factor');
    await addApp(token);
    expect((await app.call('GET', '/me', { token })).body.must_do).toBeNull();
    expect((await app.call('GET', '/teacher/today', { token })).status).toBe(200);
    // Other roles are not asked.
    const { token: student } = await app.person('S-1');
    expect((await app.call('GET', '/me', { token: student })).body.must_do).toBeNull();
  });

  it('ends with the sessions when an administrator removes it, and their event streams at once', async () => {
    const { id, token } = await app.person('K-13');
    await addPasskey(token, 'k-13');
    const stream = await app.app.request('/api/events', { headers: { Authorization: `Bearer ${token}` } });
    expect((await app.admin('DELETE', `/admin/accounts/${id}/second-factors`)).status).toBe(200);
    await stream.text(); // until it has ended
    expect((await app.call('GET', '/session', { token })).status).toBe(401);
  });

  it('is not removed while it is the last one; a passkey alone is enough', async () => {
    const { token } = await app.person('T-2', { type: 'teacher' });
    await save(['teacher']);
    const passkey = await addPasskey(token, 'k-t2');
    expect((await app.call('GET', '/me', { token })).body.must_do).toBeNull();
    const remove = () => app.call('DELETE', `/me/passkeys/${passkey}`, { token });
    expect((await remove()).body.error.code).toBe('second_factor_obligatory');
    await addApp(token);
    expect((await remove()).status).toBe(200);
    const last = await app.call('DELETE', '/me/totp', { token });
    expect([last.status, last.body.error.code]).toEqual([409, 'second_factor_obligatory']);
    expect((await app.call('GET', '/me/second-factors', { token })).body).toMatchObject({
      obligatory: true,
      totp: { usable: true },
      recovery_codes_left: 10,
    });
    await save([]);
    expect((await app.call('DELETE', '/me/totp', { token })).status).toBe(200);
  });

  it('is not removed by two requests at once either', async () => {
    const { token } = await app.person('T-3', { type: 'teacher' });
    await save(['teacher']);
    const passkey = await addPasskey(token, 'k-t3');
    await addApp(token);
    const answers = await Promise.all([
      app.call('DELETE', `/me/passkeys/${passkey}`, { token }),
      app.call('DELETE', '/me/totp', { token }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is a setting of administrators, kept in order and without strange roles', async () => {
    const { token } = await app.person('T-4', { type: 'teacher' });
    const body = { second_factor_roles: ['teacher'], needs_approval: false };
    expect((await app.call('PUT', '/admin/sign-in-settings', { token, body })).status).toBe(403);
    expect((await save(['wizard'])).status).toBe(400);
    await save(['teacher', 'office', 'teacher']);
    const { body: saved } = await app.admin('GET', '/admin/sign-in-settings');
    expect(saved).toEqual({ second_factor_roles: ['office', 'teacher'], needs_approval: false });
  });
});

describe('the second factors of somebody who lost them', () => {
  it('are removed by an administrator, and the sessions with them', async () => {
    const { token } = await app.person('T-10', { type: 'teacher' });
    await addApp(token);
    await addPasskey(token, 'k-t10');
    const removed = await app.admin('DELETE', '/admin/accounts/T-10/second-factors');
    expect(removed.status).toBe(200);
    expect((await app.call('GET', '/me', { token })).status).toBe(401);
    const fresh = await app.signIn('t-10');
    expect((await app.call('GET', '/me/second-factors', { token: fresh })).body).toMatchObject({
      passkeys: [],
      totp: null,
      recovery_codes_left: 0,
    });
    expect((await app.admin('DELETE', '/admin/accounts/T-10/second-factors')).status).toBe(404);
    expect((await app.admin('DELETE', '/admin/accounts/nobody/second-factors')).status).toBe(404);
    const { body } = await app.admin('GET', '/admin/audit?action=second_factor_removed');
    expect(body.entries[0]).toMatchObject({ subject: 'T-10' });
  });

  it("are somebody else's: one's own are not removed in this way", async () => {
    await app.person('A-11', { type: 'staff' });
    await app.pool.query(`update people set role = 'administrator' where code = 'A-11'`);
    const token = await app.signIn('a-11');
    await addApp(token);
    await save(['administrator']);
    const answer = await app.call('DELETE', '/admin/accounts/A-11/second-factors', { token });
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'forbidden']);
    expect((await app.call('DELETE', '/me/totp', { token })).status).toBe(409);
  });

  it('are not removed by somebody who stands lower', async () => {
    const owner = await app.person('O-10', { type: 'staff' });
    const { id } = await app.person('A-10', { type: 'staff' });
    await addApp(owner.token);
    await app.pool.query(`update people set role = 'owner' where code = 'O-10'`);
    await app.pool.query(`update people set role = 'administrator' where code = 'A-10'`);
    const token = await app.signIn(id.toLowerCase());
    const answer = await app.call('DELETE', '/admin/accounts/O-10/second-factors', { token });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
  });
});
