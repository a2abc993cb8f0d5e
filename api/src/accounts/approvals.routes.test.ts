import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfApp } from '../testing/second-factors.ts';
import { ADMIN_PASSWORD, openTestApp, PERSON_PASSWORD, type TestApp } from '../testing/test-app.ts';

const MINUTE = 60_000;
const KEYS = { passphrase: 'a long passphrase' };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  for (const [code, role] of [
    ['A-1', 'administrator'],
    ['A-2', 'administrator'],
    ['O-1', 'owner'],
  ] as const) {
    await app.person(code, { type: 'staff' });
    await app.pool.query('update people set role = $2 where code = $1', [code, role]);
  }
  await set(true);
});
afterAll(() => app.close());
beforeEach(() => app.pool.query('delete from approvals'));

/** Directly: turning it off needs an approval itself. */
const set = (isOn: boolean) => app.pool.query('update institution set needs_approval = $1', [isOn]);

/** Calls as a person, with a new session, which counts as confirmed. */
const as = async (username: string, method: string, path: string, body?: unknown) =>
  app.call(method, path, {
    token: await app.signIn(username, PERSON_PASSWORD),
    ...(body === undefined ? {} : { body }),
  });

const waiting = async () => (await as('a-2', 'GET', '/admin/approvals')).body.approvals[0];
const decide = (username: string, id: number, approve = true) =>
  as(username, 'POST', `/admin/approvals/${id}/decision`, { approve });

async function ask(username: string, method: string, path: string, body?: unknown): Promise<number> {
  const answer = await as(username, method, path, body);
  expect([answer.status, answer.body.error?.code]).toEqual([403, 'approval_needed']);
  return answer.body.error.approval.id;
}

describe('an act that needs a second administrator', () => {
  it('is done by who asked, once, after another one approved it', async () => {
    const call = ['POST', '/admin/keys/export', KEYS] as const;
    const id = await ask('a-1', ...call);
    expect(await ask('a-1', ...call)).toBe(id);
    expect(await waiting()).toMatchObject({
      id,
      act: 'key_export',
      subject: 'Test School',
      asked_by: 'Person A-1',
      own: false,
      state: 'waiting',
    });
    expect((await decide('a-1', id)).body.error.code).toBe('approval_own');
    expect((await decide('a-2', id)).status).toBe(200);
    // Neither the approver nor anybody else may use it.
    await ask('a-2', ...call);
    await ask('o-1', ...call);
    expect((await as('a-1', ...call)).status).toBe(200);
    expect(await ask('a-1', ...call)).not.toBe(id);
    const entries = await app.admin('GET', '/admin/audit?limit=50');
    const actions = entries.body.entries.map((entry: { action: string }) => entry.action);
    expect(actions).toEqual(expect.arrayContaining(['approval_asked', 'approval_decided', 'approval_used']));
    expect(entries.text).not.toContain(KEYS.passphrase);
    const stored = await app.pool.query('select to_jsonb(a)::text as text from approvals a');
    expect(JSON.stringify(stored.rows)).not.toContain(KEYS.passphrase);
  });

  it('is approved for the same body, path, query and effect only', async () => {
    await app.person('S-1');
    await app.person('S-2');
    const keys = await ask('a-1', 'POST', '/admin/keys/export', KEYS);
    await decide('a-2', keys);
    await ask('a-1', 'POST', '/admin/keys/export', { passphrase: 'another passphrase' });
    const erase = await ask('a-1', 'DELETE', '/admin/users/S-1?erase=true');
    expect(await waiting()).toMatchObject({ act: 'erase', subject: 'Person S-1 (S-1)' });
    await decide('a-2', erase);
    await ask('a-1', 'DELETE', '/admin/users/S-2?erase=true');
    // Somebody else gets the code that the approval names.
    await as('a-1', 'PUT', '/admin/users/S-1', { user_id: 'S-9' });
    await as('a-1', 'PUT', '/admin/users/S-2', { user_id: 'S-1' });
    await ask('a-1', 'DELETE', '/admin/users/S-1?erase=true');
    await as('a-1', 'PUT', '/admin/users/S-1', { user_id: 'S-2' });
    await as('a-1', 'PUT', '/admin/users/S-9', { user_id: 'S-1' });
    expect((await as('a-1', 'DELETE', '/admin/users/S-1?erase=true')).status).toBe(200);
    const { rows } = await app.pool.query(`select 1 from approvals where subject = 'Person S-1 (S-1)'`);
    expect(rows).toEqual([]);
  });

  it('can be refused, is decided once, and expires: a day waiting, half an hour approved', async () => {
    const call = ['POST', '/admin/keys/export', KEYS] as const;
    const refused = await ask('a-1', ...call);
    expect((await decide('a-2', refused, false)).status).toBe(200);
    expect((await decide('a-2', refused)).body.error.code).toBe('approval_not_found');
    const late = await ask('a-1', ...call);
    expect(late).not.toBe(refused);
    app.clock.advance(24 * 60 * MINUTE);
    expect((await decide('a-2', late)).body.error.code).toBe('approval_not_found');
    const approved = await ask('a-1', ...call);
    await decide('a-2', approved);
    app.clock.advance(30 * MINUTE);
    expect(await ask('a-1', ...call)).not.toBe(approved);
    const states = (await as('a-2', 'GET', '/admin/approvals')).body.approvals.map(
      ({ state }: { state: string }) => state,
    );
    expect(states).toEqual(['waiting', 'expired', 'expired', 'refused']);
  });

  it.each([
    ['lost the role', `update people set role = 'member' where code = 'A-3'`],
    ['was deleted', `update people set role = 'member', deleted_at = now() where code = 'A-3'`],
    ['had the password reset', 'update credentials set must_change = true where person_id = $1'],
  ])('is not done when who approved it %s since', async (_, sql) => {
    await app.person('A-3', { type: 'staff' });
    const { id: personId } = (await app.pool.query(`select id from people where code = 'A-3'`)).rows[0];
    await app.pool.query(`update people set role = 'administrator' where id = $1`, [personId]);
    const call = ['POST', '/admin/keys/export', KEYS] as const;
    const id = await ask('a-1', ...call);
    expect((await decide('a-3', id)).status).toBe(200);
    await app.pool.query(sql, sql.includes('$1') ? [personId] : []);
    const again = await ask('a-1', ...call);
    expect(again).not.toBe(id);
    expect((await decide('a-2', again)).status).toBe(200);
    expect((await as('a-1', ...call)).status).toBe(200);
    await app.pool.query('delete from people where id = $1', [personId]);
  });

  it('is confirmed before the approval is used up', async () => {
    const call = ['PUT', '/admin/users/A-2', { email: 'a-2@school.example' }] as const;
    await decide('o-1', await ask('a-1', ...call));
    const token = await app.signIn('a-1');
    app.clock.advance(6 * MINUTE);
    const send = () => app.call('PUT', call[1], { token, body: call[2] });
    expect((await send()).body.error?.code).toBe('confirmation_needed');
    await app.call('POST', '/me/confirm', { token, body: { password: PERSON_PASSWORD } });
    expect((await send()).status).toBe(200);
  });

  it('is used once when it is sent twice at the same moment', async () => {
    await decide('a-2', await ask('a-1', 'POST', '/admin/keys/export', KEYS));
    const token = await app.signIn('a-1');
    const send = () => app.call('POST', '/admin/keys/export', { token, body: KEYS });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});

describe('an approval', () => {
  it('shows what the server found out, not what was sent', async () => {
    await app.person('S-3', { name: 'Maya Rai' });
    await ask('a-1', 'PUT', '/admin/accounts/S-3', { role: 'administrator', email: 'maya@school.example' });
    expect(await waiting()).toMatchObject({
      act: 'role_change',
      subject: 'Maya Rai (S-3)',
      detail: { from: 'member', to: 'administrator', email: 'maya@school.example' },
    });
  });

  it('says what an identity provider would give, and that a password or a link is meant', async () => {
    await ask('a-1', 'POST', '/admin/identity-providers', {
      name: 'School',
      issuer: 'https://id.school.example',
      client_id: 'rollcall',
      client_secret: 'not for the list',
      trusted_domains: ['mail.example'],
      creates: { domains: ['mail.example'], type: 'student' },
      groups_claim: 'groups',
      groups: [
        { group: 'everyone', role: 'administrator' },
        { group: 'teachers', role: 'teacher' },
      ],
    });
    expect((await waiting()).detail).toEqual({
      name: 'School',
      issuer: 'https://id.school.example',
      client_id: 'rollcall',
      client_secret: 'true',
      trusted_domains: '["mail.example"]',
      creates: '["mail.example: student"]',
      groups_claim: 'groups',
      groups: '["everyone: administrator","teachers: teacher"]',
    });
    await ask('a-1', 'PUT', '/admin/users/A-2/password', { password: 'Known-To-Me-12' });
    expect((await waiting()).detail).toEqual({ password: 'true' });
    await ask('a-1', 'POST', '/admin/accounts/A-2/invitation');
    expect((await waiting()).detail).toEqual({ link: 'true' });
    await ask('a-1', 'PUT', '/admin/users/A-2', { name: 'New Name', class_section: null });
    expect((await waiting()).detail).toEqual({ name: 'New Name', class_section: 'null' });
  });

  it('of a restore names the archive; accounts come back with their second factors, requests do not', async () => {
    const { token } = await app.person('S-5');
    const { secret } = (await app.call('POST', '/me/totp', { token })).body;
    const code = codeOfApp(secret, app.clock.now());
    const { recovery_codes } = (await app.call('PUT', '/me/totp', { token, body: { code } })).body;
    const { body: made } = await as('a-1', 'POST', '/admin/backup/database', {});
    const file = await app.download(`/admin/download/${made.backup_file}`, await app.signIn('a-1'));
    const response = await app.app.request('/api/admin/restore/upload', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await app.signIn('a-1')}`,
        'Content-Type': 'application/octet-stream',
      },
      body: await file.arrayBuffer(),
    });
    const { upload, created_at } = (await response.json()) as { upload: string; created_at: string };
    expect((await as('a-1', 'DELETE', '/admin/accounts/S-5/second-factors')).status).toBe(200);
    expect((await as('a-1', 'POST', '/admin/restore', { upload, dry_run: true })).status).toBe(200);
    const body = { upload, dry_run: false, institution_name: 'Test School' };
    const id = await ask('a-1', 'POST', '/admin/restore', body);
    expect(await waiting()).toMatchObject({
      act: 'restore',
      subject: 'Test School',
      detail: { file: upload, created_at, sealed_with: 'master' },
    });
    const unknown = { ...body, upload: 'upload-of-nobody' };
    expect((await as('a-1', 'POST', '/admin/restore', unknown)).status).toBe(404);
    app.clock.advance(MINUTE);
    await decide('a-2', id);
    expect((await as('a-1', 'POST', '/admin/restore', body)).status).toBe(200);
    expect((await as('a-2', 'GET', '/admin/approvals')).body.approvals).toEqual([]);
    const kept = await as('a-2', 'GET', '/admin/audit?action=approval_decided');
    expect(kept.body.entries[0]).toMatchObject({
      subject: 'Test School',
      detail: { act: 'restore', approved: true },
    });
    app.clock.advance(MINUTE);
    const login = { username: 's-5', password: PERSON_PASSWORD };
    const ticket = async () =>
      (await app.call('POST', '/user/login', { body: login })).body.error.second_factor.ticket;
    const again = { ticket: await ticket(), code: codeOfApp(secret, app.clock.now()) };
    expect((await app.call('POST', '/sign-in/second', { body: again })).status).toBe(200);
    const spare = { ticket: await ticket(), recovery_code: recovery_codes[0] };
    expect((await app.call('POST', '/sign-in/second', { body: spare })).status).toBe(200);
  });

  it('about an owner is given by another owner, where there is one', async () => {
    const id = await ask('o-1', 'PUT', '/admin/accounts/A-2', { role: 'owner' });
    expect((await decide('a-1', id)).status).toBe(403);
    const { code } = (await app.pool.query(`select username as code from people where kind = 'admin'`))
      .rows[0];
    const first = await app.call('POST', '/admin/login', {
      body: { username: code, password: ADMIN_PASSWORD },
    });
    const decided = await app.call('POST', `/admin/approvals/${id}/decision`, {
      token: first.body.access_token,
      body: { approve: true },
    });
    expect(decided.status).toBe(200);
  });

  it('is needed to lift an obligation to have a second factor, and not to add one', async () => {
    const save = (...second_factor_roles: string[]) =>
      ['PUT', '/admin/sign-in-settings', { second_factor_roles, needs_approval: true }] as const;
    expect((await as('a-1', ...save('office'))).status).toBe(200);
    expect((await as('a-1', ...save('office', 'teacher'))).status).toBe(200);
    const lift = await ask('a-1', ...save('teacher'));
    expect(await waiting()).toMatchObject({
      act: 'sign_in_settings',
      detail: { second_factor_roles: '["teacher"]' },
    });
    await decide('a-2', lift);
    expect((await as('a-1', ...save('teacher'))).status).toBe(200);
    await app.pool.query(`update institution set second_factor_roles = '{}'`);
  });

  it('is not for teachers, and its id is not guessed', async () => {
    const id = await ask('a-1', 'POST', '/admin/keys/export', KEYS);
    const { token } = await app.person('T-1', { type: 'teacher' });
    expect((await app.call('GET', '/admin/approvals', { token })).status).toBe(403);
    const decision = { token, body: { approve: true } };
    expect((await app.call('POST', `/admin/approvals/${id}/decision`, decision)).status).toBe(403);
    expect((await decide('a-2', id + 1000)).body.error.code).toBe('approval_not_found');
  });

  it('keeps nobody from their work: twenty requests wait at most, of one person', async () => {
    for (let count = 0; count < 20; count += 1)
      await ask('a-1', 'POST', '/admin/keys/export', { passphrase: `a long passphrase ${count}` });
    expect((await as('a-1', 'POST', '/admin/keys/export', KEYS)).status).toBe(429);
    await ask('a-2', 'POST', '/admin/keys/export', KEYS);
  });
});

describe('an administrator alone', () => {
  it.each([
    ['PUT', '/admin/sign-in-settings', { second_factor_roles: [], needs_approval: false }],
    ['POST', '/admin/accounts', { name: 'Second Me', username: 'second.me', role: 'administrator' }],
    ['POST', '/admin/accounts/A-2/invitation', undefined],
    ['PUT', '/admin/users/A-2/password', { password: 'Known-To-Me-12' }],
    ['PUT', '/admin/users/A-2', { email: 'mine@school.example' }],
    ['DELETE', '/admin/accounts/A-2/second-factors', undefined],
    ['DELETE', '/admin/users/A-2', undefined],
    ['PUT', '/admin/accounts/A-2', { role: 'member' }],
  ])('cannot get around the second one with %s %s', async (method, path, body) => {
    await ask('a-1', method, path, body);
  });

  it('needs no approval while there is no second one, nor where nobody asks for it', async () => {
    await set(false);
    expect((await as('a-1', 'POST', '/admin/keys/export', KEYS)).status).toBe(200);
    await set(true);
    await app.pool.query(`update people set role = 'member' where code in ('A-2', 'O-1')`);
    await app.pool.query(`update people set role = 'member' where kind = 'admin' and deleted_at is null`);
    expect((await as('a-1', 'POST', '/admin/keys/export', KEYS)).status).toBe(200);
    // Somebody who was invited and never came approves nothing, so nothing waits for them.
    const ghost = { name: 'Ghost', username: 'ghost', role: 'administrator' };
    expect((await as('a-1', 'POST', '/admin/accounts', ghost)).status).toBe(200);
    expect((await as('a-1', 'POST', '/admin/keys/export', KEYS)).status).toBe(200);
    // Nor is their role of an owner one that somebody else would have to wait for.
    await app.pool.query(`update people set role = 'owner' where code in ('O-1', 'ghost')`);
    const made = await ask('o-1', 'PUT', '/admin/accounts/A-2', { role: 'owner' });
    expect((await decide('a-1', made)).status).toBe(200);
  });
});
