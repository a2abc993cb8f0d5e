import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOfApp } from '../testing/second-factors.ts';
import { openTestApp, PERSON_PASSWORD, type TestApp } from '../testing/test-app.ts';

const CHOSEN = 'correct horse battery staple';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const choosePassword = (link: string) =>
  app.call('POST', '/password/link', {
    body: { token: link.split('#token=')[1], new_password: CHOSEN },
  });

/** Invites somebody without attendance and lets them choose a password. */
async function invited(username: string, role: string, more: Record<string, unknown> = {}) {
  const { status, body, text } = await app.admin('POST', '/admin/accounts', {
    name: `Person ${username}`,
    username,
    role,
    ...more,
  });
  if (status !== 200) throw new Error(text);
  const { body: signedIn } = await choosePassword(body.link);
  return { id: String(body.account.user_id), token: String(signedIn.access_token) };
}
const listed = async (query: string) => (await app.admin('GET', `/admin/accounts?${query}`)).body;

describe('an invitation', () => {
  it('makes an account that cannot sign in until its person has chosen a password at the link, once', async () => {
    const { status, body } = await app.admin('POST', '/admin/accounts', {
      name: ' Ada  Admin ',
      username: 'ada@school.example',
      email: 'Ada@School.example',
      role: 'administrator',
    });
    expect([status, body.mailed]).toEqual([200, false]);
    expect(body.account).toEqual({
      user_id: 'ada-school.example',
      name: 'Ada Admin',
      username: 'ada@school.example',
      email: 'Ada@School.example',
      type: 'admin',
      role: 'administrator',
      sections: null,
      classes: [],
      has_password: false,
      providers: [],
      second_factor: false,
      sessions: 0,
      last_sign_in_at: null,
    });
    const signIn = () =>
      app.call('POST', '/user/login', { body: { username: 'ada@school.example', password: CHOSEN } });
    expect((await signIn()).status).toBe(401);
    expect((await choosePassword(body.link)).body.role).toBe('admin');
    expect((await choosePassword(body.link)).status).not.toBe(200);
    expect((await signIn()).status).toBe(200);
    const { accounts } = await listed('search=SCHOOL.example');
    expect(accounts).toMatchObject([{ has_password: true, sessions: 2 }]);
    expect(Date.parse(accounts[0].last_sign_in_at)).toBe(app.clock.now().getTime());
    const { body: log } = await app.admin('GET', '/admin/audit?action=account_invited');
    expect(log.entries[0]).toMatchObject({
      subject: 'ada-school.example',
      detail: { role: 'administrator' },
    });
    expect(JSON.stringify(log)).not.toContain(body.link.split('#token=')[1]);
  });

  it('can be given again; the link of before ends', async () => {
    const { body: first } = await app.admin('POST', '/admin/accounts', {
      name: 'Twice',
      username: 'twice',
      role: 'office',
      sections: ['CS-A'],
    });
    const again = await app.admin('POST', '/admin/accounts/twice/invitation');
    expect([again.status, again.body.mailed]).toEqual([200, false]);
    expect((await choosePassword(first.link)).status).not.toBe(200);
    expect((await choosePassword(again.body.link)).status).toBe(200);
    expect(codeOf(await app.admin('POST', '/admin/accounts/admin/invitation'))).toEqual([403, 'forbidden']);
  });

  it('gives a person of the institution a role, who signs in with the password they have', async () => {
    const { token } = await app.person('T-1', { type: 'staff', class_section: null });
    expect((await app.call('GET', '/admin/users', { token })).status).toBe(403);
    const { body } = await app.admin('POST', '/admin/accounts', {
      user_id: 't-1',
      role: 'office',
      sections: ['CS-A'],
    });
    expect([body.link, body.mailed]).toEqual([null, false]);
    expect(body.account).toMatchObject({ user_id: 'T-1', role: 'office', sections: ['CS-A'], type: 'staff' });
    // What is left out stays.
    await app.admin('PUT', '/admin/accounts/T-1', { role: 'office', email: 't1@school.example' });
    const { body: kept } = await app.admin('POST', '/admin/accounts', { user_id: 't-1', role: 'office' });
    expect(kept.account).toMatchObject({ sections: ['CS-A'], email: 't1@school.example' });
    const { entries } = (await app.admin('GET', '/admin/audit?action=account_changed')).body;
    expect(entries[0].detail).toMatchObject({ sections: 'CS-A', email_changed: true });
    // The session of before has the new role with its next request.
    expect((await app.call('GET', '/me', { token })).body.role).toBe('office');
    expect((await app.call('GET', '/admin/users', { token })).status).toBe(200);
  });

  it('refuses names, ids and addresses that somebody has, and roles that do not fit', async () => {
    const invite = (body: Record<string, unknown>) =>
      app.admin('POST', '/admin/accounts', { name: 'N', role: 'office', username: 'n', ...body });
    expect(codeOf(await invite({ username: 'ADMIN' }))).toEqual([409, 'username_taken']);
    expect(codeOf(await invite({ email: 'ADA@school.EXAMPLE' }))).toEqual([409, 'email_taken']);
    expect(codeOf(await invite({ role: 'member' }))).toEqual([400, 'invalid_input']);
    expect(codeOf(await invite({ role: 'teacher', sections: ['CS-A'] }))).toEqual([400, 'invalid_input']);
    expect(codeOf(await invite({ role: 'king' }))).toEqual([400, 'invalid_input']);
    expect(codeOf(await invite({ email: 'a@b\nBcc: c@d' }))).toEqual([400, 'invalid_input']);
    expect(codeOf(await invite({ user_id: 'NOBODY' }))).toEqual([404, 'user_not_found']);
    const { body } = await app.admin('POST', '/admin/accounts', { role: 'office' });
    expect(Object.keys(body.error.fields).sort()).toEqual(['name', 'username']);
    // Nothing of it was left behind.
    expect(
      (await listed('search=n&role=office')).accounts.map(({ user_id }: { user_id: string }) => user_id),
    ).not.toContain('n');
    // A code that a person has is not given to an account.
    await app.person('same');
    const { body: made } = await invite({ username: 'same.', name: 'Same' });
    expect(made.account.user_id).toBe('same.');
    const { body: other } = await invite({ username: 'same@', name: 'Same' });
    expect(other.account.user_id).toBe('same-');
  });
});

describe('rank', () => {
  it('lets no administrator change, invite, sign out or delete an owner, nor make one', async () => {
    const { token } = await invited('second', 'administrator');
    const calls: [string, string, unknown?][] = [
      ['PUT', '/admin/accounts/admin', { role: 'member' }],
      ['PUT', '/admin/accounts/admin', { role: 'owner', email: 'mine@attacker.example' }],
      ['POST', '/admin/accounts/admin/invitation'],
      ['DELETE', '/admin/accounts/admin/sessions'],
      ['DELETE', '/admin/accounts/admin'],
      ['PUT', '/admin/accounts/second', { role: 'owner' }],
      ['POST', '/admin/accounts', { user_id: 'second', role: 'owner' }],
      ['POST', '/admin/accounts', { name: 'X', username: 'x-owner', role: 'owner' }],
    ];
    for (const [method, path, body] of calls)
      expect([method, path, ...codeOf(await app.call(method, path, { token, body }))]).toEqual([
        method,
        path,
        403,
        'forbidden',
      ]);
    expect((await listed('role=owner')).accounts).toMatchObject([{ user_id: 'admin', email: null }]);
  });

  it('keeps the last owner with a password: invited ones do not count', async () => {
    const stepDown = () => app.admin('PUT', '/admin/accounts/admin', { role: 'administrator' });
    expect(codeOf(await stepDown())).toEqual([409, 'last_owner']);
    const { body } = await app.admin('POST', '/admin/accounts', {
      name: 'Heir',
      username: 'heir',
      role: 'owner',
    });
    expect(codeOf(await stepDown())).toEqual([409, 'last_owner']);
    expect(codeOf(await app.admin('DELETE', '/admin/accounts/admin'))).toEqual([409, 'owner_stays']);
    const heir = String((await choosePassword(body.link)).body.access_token);
    const owner = await app.adminToken();
    expect((await stepDown()).status).toBe(200);
    // From the next request on, also in the session that was open.
    expect(
      codeOf(await app.call('PUT', '/admin/accounts/heir', { token: owner, body: { role: 'office' } })),
    ).toEqual([403, 'forbidden']);
    const back = await app.call('PUT', '/admin/accounts/admin', { token: heir, body: { role: 'owner' } });
    expect(back.status).toBe(200);
    expect((await app.admin('PUT', '/admin/accounts/heir', { role: 'administrator' })).status).toBe(200);
  });

  it('is not changed by registering, changing or importing people, and protects owners with attendance', async () => {
    await app.person('OWN-1', { type: 'teacher', class_section: null });
    expect((await listed('search=own-1')).accounts).toMatchObject([{ role: 'teacher', type: 'teacher' }]);
    await app.admin('PUT', '/admin/accounts/OWN-1', { role: 'owner' });
    await app.admin('PUT', '/admin/users/OWN-1', { type: 'student', role: 'administrator' });
    expect((await listed('search=own-1')).accounts).toMatchObject([{ role: 'owner', type: 'student' }]);
    for (const erase of ['', '?erase=true'])
      expect(codeOf(await app.admin('DELETE', `/admin/users/OWN-1${erase}`))).toEqual([409, 'owner_stays']);
    await app.admin('PUT', '/admin/accounts/OWN-1', { role: 'member' });
    await app.person('UP-1', { role: 'owner' });
    await app.admin('PUT', '/admin/users/UP-1', { type: 'teacher', role: 'owner' });
    expect((await listed('search=up-1')).accounts).toMatchObject([{ role: 'member', type: 'teacher' }]);
    await app.person('DOWN-1', { type: 'teacher', class_section: null });
    await app.admin('PUT', '/admin/users/DOWN-1', { type: 'student' });
    expect((await listed('search=down-1')).accounts).toMatchObject([{ role: 'member', type: 'student' }]);
  });
});

describe('who becomes an administrator', () => {
  const OWN = 'a password of my own';
  const login = async (username: string, password: string) =>
    (await app.call('POST', '/user/login', { body: { username, password } })).body;
  const changePassword = (token: string, current_password: string, new_password: string) =>
    app.call('PUT', '/me/password', { token, body: { current_password, new_password } });

  it('signs in again, and nobody keeps a way in from before', async () => {
    const { token } = await app.person('RISE-1', { type: 'teacher', class_section: null });
    await changePassword(token, PERSON_PASSWORD, OWN);
    const { secret } = (await app.call('POST', '/me/totp', { token })).body;
    const code = codeOfApp(secret, app.clock.now());
    expect((await app.call('PUT', '/me/totp', { token, body: { code } })).status).toBe(200);
    const made = await app.call('POST', '/me/tokens', {
      token,
      body: { name: 'x', actions: ['notices.read'], expires_on: '2026-03-31' },
    });
    const { body: shown } = await app.admin('POST', '/admin/accounts/RISE-1/invitation');
    const stream = await app.app.request('/api/events', { headers: { Authorization: `Bearer ${token}` } });

    // A role below brings nothing that others could have waited for.
    await app.admin('PUT', '/admin/accounts/RISE-1', { role: 'office' });
    expect((await app.call('GET', '/me', { token })).body.role).toBe('office');
    await app.admin('PUT', '/admin/accounts/RISE-1', { role: 'administrator' });
    for (const held of [token, made.body.token])
      expect((await app.call('GET', '/user/notices', { token: held })).status).toBe(401);
    expect(codeOf(await choosePassword(shown.link))).toEqual([404, 'link_not_valid']);
    await stream.text(); // until it has ended
    const { rows } = await app.pool.query(
      `select 1 from known_devices d join people p on p.id = d.person_id where p.code = 'RISE-1'`,
    );
    expect(rows).toEqual([]);
    // What they chose themselves stays.
    expect((await login('rise-1', OWN)).error.second_factor.methods).toEqual(['totp', 'recovery_code']);
  });

  it('replaces a password that somebody else set or may have set, and no other', async () => {
    const becomes = async (id: string, password: string) => {
      const { status } = await app.admin('PUT', `/admin/accounts/${id}`, { role: 'administrator' });
      const { must_do } = await login(id.toLowerCase(), password);
      await app.admin('PUT', `/admin/accounts/${id}`, { role: 'office' });
      return [status, must_do];
    };
    const typed = await app.person('RISE-2', { type: 'staff', class_section: null });
    expect(await becomes('RISE-2', PERSON_PASSWORD)).toEqual([200, 'password']);
    const again = await app.signIn('rise-2');
    expect((await app.call('GET', '/me', { token: typed.token })).status).toBe(401);
    await changePassword(again, PERSON_PASSWORD, OWN);
    expect(await becomes('RISE-2', OWN)).toEqual([200, null]);
    // Whoever made the link could have used it.
    await invited('rise-3', 'office');
    expect(await becomes('rise-3', CHOSEN)).toEqual([200, 'password']);
    await app.admin('PUT', '/admin/users/RISE-2/password', { password: 'typed by the office' });
    expect(await becomes('RISE-2', 'typed by the office')).toEqual([200, 'password']);
  });
});

describe('an account', () => {
  it('is found by role, name, id, username and address, fifty at a time, highest role first', async () => {
    const { accounts, total } = await listed('');
    expect(accounts.length).toBe(total);
    const roles = accounts.map(({ role }: { role: string }) => role);
    const ranks = ['owner', 'administrator', 'office', 'teacher', 'member'];
    expect(roles).toEqual([...roles].sort((a, b) => ranks.indexOf(a) - ranks.indexOf(b)));
    expect((await listed('role=administrator&search=100%25')).total).toBe(0);
    expect((await listed('page=2')).accounts).toEqual([]);
    expect((await app.admin('GET', '/admin/accounts?role=king')).status).toBe(400);
  });

  it('loses its sessions when somebody above it ends them', async () => {
    const { id, token } = await invited('leaving', 'office');
    expect((await app.call('GET', '/session', { token })).status).toBe(200);
    expect((await app.admin('DELETE', `/admin/accounts/${id}/sessions`)).status).toBe(200);
    expect((await app.call('GET', '/session', { token })).status).toBe(401);
    expect(codeOf(await app.admin('DELETE', '/admin/accounts/none/sessions'))).toEqual([
      404,
      'user_not_found',
    ]);
  });

  it('can be deleted when it has no attendance, and its address and duties are gone', async () => {
    const { id, token } = await invited('gone', 'administrator', { email: 'gone@school.example' });
    await app.person('STAYS-1');
    expect(codeOf(await app.admin('DELETE', '/admin/accounts/STAYS-1'))).toEqual([404, 'user_not_found']);
    expect((await app.admin('DELETE', `/admin/accounts/${id}`)).status).toBe(200);
    expect((await app.call('GET', '/session', { token })).status).toBe(401);
    const { rows } = await app.pool.query(
      `select role, office_of, email, username, deleted_at is not null as deleted from people where name = 'Deleted user'`,
    );
    expect(rows).toEqual([
      { role: 'member', office_of: 'institution', email: null, username: null, deleted: true },
    ]);
    const { body: log } = await app.admin('GET', '/admin/audit?action=account_deleted');
    expect(log.entries).toMatchObject([{ subject: 'gone', detail: { role: 'administrator' } }]);
    // The address is free again.
    await invited('next', 'office', { email: 'gone@school.example' });
  });
});

describe('the address of a person', () => {
  it('is saved, changed and taken away, is unique whatever its case, and is shown to whoever may change it', async () => {
    await app.person('MAIL-1', { email: 'Pupil@school.example' });
    const emailOf = async () => (await app.admin('GET', '/admin/users?search=MAIL-1')).body.users[0].email;
    expect(await emailOf()).toBe('Pupil@school.example');
    const register = await app.admin('POST', '/admin/register', {
      name: 'B',
      user_id: 'MAIL-2',
      username: 'mail-2',
      password: PERSON_PASSWORD,
      type: 'student',
      email: 'PUPIL@SCHOOL.example',
    });
    expect(codeOf(register)).toEqual([409, 'email_taken']);
    await app.admin('PUT', '/admin/users/MAIL-1', { email: '' });
    expect(await emailOf()).toBeNull();
    expect((await app.call('GET', '/session', { token: await app.signIn('mail-1') })).text).not.toContain(
      'email',
    );
  });

  it('of an administrator is not changed by themselves without a confirmation', async () => {
    await app.person('ADM-1', { type: 'staff', class_section: null });
    await app.admin('PUT', '/admin/accounts/ADM-1', { role: 'administrator' });
    const token = await app.signIn('adm-1');
    const chosen = { current_password: PERSON_PASSWORD, new_password: CHOSEN };
    await app.call('PUT', '/me/password', { token, body: chosen });
    const change = await app.call('PUT', '/admin/users/ADM-1', { token, body: { email: 'x@y.example' } });
    expect(codeOf(change)).toEqual([403, 'forbidden']);
  });
});
