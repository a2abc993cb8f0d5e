import { PING_MS } from '@rollcall/core/events/event-hub';
import { ACTIONS } from '@rollcall/core/kernel/access';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const DAY = 24 * 3_600_000;
/** The clock of the tests shows March 2 when they begin. */
const UNTIL = '2026-06-30';

interface Made {
  readonly id: number;
  readonly token: string;
}

const make = (session: string, body: Record<string, unknown>) =>
  app.call('POST', '/me/tokens', {
    token: session,
    body: { name: 'Timetable', actions: ['people.read'], expires_on: UNTIL, ...body },
  });

/** A token of the administrator. */
async function adminsToken(actions: string[]): Promise<Made> {
  const { status, body, text } = await make(await app.adminToken(), { actions });
  if (status !== 200) throw new Error(text);
  return body;
}
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } | null }) => [
  status,
  body?.error?.code,
];

describe('an API token', () => {
  it('does what it was given, as its person, and nothing else', async () => {
    await app.person('S-1');
    const { token } = await adminsToken(['people.read', 'notices.manage']);
    expect(token).toMatch(/^rct_[A-Za-z0-9_-]{43}$/);
    const listed = await app.call('GET', '/admin/users', { token });
    expect(listed.status).toBe(200);
    const posted = await app.call('POST', '/admin/notices', {
      token,
      body: { title: 'By a program', content: 'x' },
    });
    expect(posted.status).toBe(200);
    const { body } = await app.admin('GET', '/admin/audit?action=notice_created');
    expect(body.entries[0]).toMatchObject({ actor: 'Administrator', subject: 'By a program' });
    for (const [method, path] of [
      ['GET', '/admin/audit'],
      ['GET', '/admin/time-settings'],
      ['GET', '/dashboard/stats'],
    ] as const)
      expect(codeOf(await app.call(method, path, { token }))).toEqual([403, 'forbidden']);
  });

  it('waits while its person has to have a second factor and has none', async () => {
    const { token } = await adminsToken(['people.read']);
    const list = async () => codeOf(await app.call('GET', '/admin/users', { token }));
    await app.pool.query(`update institution set second_factor_roles = '{owner}'`);
    expect(await list()).toEqual([403, 'second_factor_setup_needed']);
    await app.pool.query(`update institution set second_factor_roles = '{}'`);
    expect(await list()).toEqual([200, undefined]);
  });

  it('is shown once and stored as a digest', async () => {
    const session = await app.adminToken();
    const made = await make(session, { name: 'Once', actions: ['audit.read', 'audit.read'] });
    expect(made.body).toMatchObject({
      name: 'Once',
      actions: ['audit.read'],
      expires_on: UNTIL,
      last_used_at: null,
    });
    const list = await app.call('GET', '/me/tokens', { token: session });
    expect(list.body.tokens[0]).toEqual({
      id: made.body.id,
      name: 'Once',
      actions: ['audit.read'],
      created_at: app.clock.now().toISOString(),
      expires_on: UNTIL,
      last_used_at: null,
    });
    const { rows } = await app.pool.query(
      'select t::text as text from api_tokens t union all select a::text from audit a',
    );
    for (const text of [list.text, ...rows.map((row: { text: string }) => row.text)])
      expect(text).not.toContain(made.body.token);
  });

  it('cannot have what a person must do, nor more than its person has', async () => {
    const admin = await app.adminToken();
    for (const action of [
      'account.own',
      'accounts.manage',
      'keys.export',
      'data.restore',
      'attendance.mark-own',
      'privacy.own',
    ])
      expect((await make(admin, { actions: [action] })).status).toBe(400);
    const { token } = await app.person('S-2');
    expect(codeOf(await make(token, { actions: ['notices.read', 'people.read'] }))).toEqual([
      403,
      'forbidden',
    ]);
    expect((await make(token, { actions: ['notices.read'] })).status).toBe(200);
    const offered = (await app.call('GET', '/me/tokens', { token })).body.actions;
    expect(offered).toEqual(expect.arrayContaining(['notices.read', 'dashboard.read']));
    expect(offered).not.toContain('people.read');
  });

  it('cannot use the account, make tokens, nor do what needs a confirmation, whatever it was given', async () => {
    const every = (await app.call('GET', '/me/tokens', { token: await app.adminToken() })).body.actions;
    const { token } = await adminsToken(every);
    await app.person('S-3');
    for (const [method, path, body] of [
      ['GET', '/me'],
      ['GET', '/session'],
      ['POST', '/logout'],
      ['GET', '/me/tokens'],
      ['POST', '/me/tokens', { name: 'x', actions: ['people.read'], expires_on: UNTIL }],
      ['PUT', '/me/password', { current_password: 'a', new_password: 'b' }],
      ['POST', '/me/confirm', { password: 'a' }],
      ['GET', '/admin/accounts'],
      ['POST', '/admin/keys/export', { passphrase: 'a long passphrase' }],
      ['POST', '/user/start-face-scan', {}],
    ] as const) {
      const answer = await app.call(method, path, { token, ...(body ? { body } : {}) });
      expect([path, ...codeOf(answer)]).toEqual([path, 403, 'forbidden']);
    }
    // Permissions that the token has, on calls that ask again who it is.
    const confirmed = Object.entries<Record<string, Record<string, unknown>>>(
      (await app.call('GET', '/openapi.json')).body.paths,
    ).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation['x-confirm'] && every.includes(operation['x-access']))
        .map(([method]) => [method.toUpperCase(), path.replace('/api', '')] as const),
    );
    expect(confirmed.map(([, path]) => path)).toContain('/admin/users/{id}');
    for (const [method, path] of confirmed) {
      const answer = await app.call(method, path.replace(/\{\w+\}/g, 'S-3'), { token });
      expect([method, path, ...codeOf(answer)]).toEqual([method, path, 403, 'forbidden']);
    }
  });

  it('needs a fresh proof of who makes it', async () => {
    const { token } = await app.person('S-4');
    app.clock.advance(6 * 60_000);
    expect(codeOf(await make(token, { actions: ['notices.read'] }))).toEqual([403, 'confirmation_needed']);
  });

  it('works until the end of its day in the institution, a year at most', async () => {
    const admin = await app.adminToken();
    for (const expires_on of ['2026-03-01', '2027-03-03', '2126-01-01'])
      expect(codeOf(await make(admin, { expires_on }))).toEqual([400, 'invalid_input']);
    const { token } = (await make(admin, { expires_on: '2026-03-03' })).body;
    // Midnight in Kathmandu.
    app.clock.set('2026-03-03T18:14:59Z');
    expect((await app.call('GET', '/admin/users', { token })).status).toBe(200);
    app.clock.set('2026-03-03T18:15:00Z');
    expect(codeOf(await app.call('GET', '/admin/users', { token }))).toEqual([401, 'unauthenticated']);
  });

  it('notes its last use once a minute', async () => {
    const made = await adminsToken(['people.read']);
    const lastUsed = async () => {
      const { body } = await app.admin('GET', '/me/tokens');
      return body.tokens.find(({ id }: Made) => id === made.id).last_used_at;
    };
    const call = () => app.call('GET', '/admin/users', { token: made.token });
    await call();
    const first = app.clock.now().toISOString();
    app.clock.advance(59_000);
    await call();
    expect(await lastUsed()).toBe(first);
    app.clock.advance(1000);
    await call();
    expect(await lastUsed()).toBe(app.clock.now().toISOString());
  });

  it('hears events until it ends', async () => {
    const { token, id } = await adminsToken(['events.read']);
    const actor = await app.services.auth.authenticate(token, 'x');
    expect(actor).toMatchObject({ sessionId: 0, tokenId: id, confirmedAt: null });
    expect(await app.services.auth.aliveAmong([-id])).toEqual(new Set([-id]));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const response = await app.download('/events', token);
      const reader = response.body?.getReader();
      const read = async () => new TextDecoder().decode((await reader?.read())?.value);
      expect(await read()).toContain('connected');
      vi.advanceTimersByTime(PING_MS);
      expect(await read()).toContain('still here');
      expect((await app.admin('DELETE', `/me/tokens/${id}`)).status).toBe(200);
      vi.advanceTimersByTime(PING_MS);
      let end = await reader?.read(); // the end of a token is a change that may be told before
      while (end && !end.done) end = await reader?.read();
      expect(end?.done).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('loses with the role what the role had', async () => {
    const { body } = await app.admin('POST', '/admin/accounts', {
      name: 'Olga',
      username: 'olga',
      role: 'office',
    });
    const signedIn = await app.call('POST', '/password/link', {
      body: { token: body.link.split('#token=')[1], new_password: 'purple train seven 9' },
    });
    const made = await make(signedIn.body.access_token, { actions: ['people.read', 'analytics.read'] });
    const call = (path: string) => app.call('GET', path, { token: made.body.token });
    expect((await call('/admin/users')).status).toBe(200);
    await app.pool.query(`update people set office_of = 'sections' where username = 'olga'`);
    expect((await call('/admin/users')).body.users).toEqual([]);
    await app.pool.query(`update people set role = 'member' where username = 'olga'`);
    expect(codeOf(await call('/admin/users'))).toEqual([403, 'forbidden']);
  });

  it('ends with its person, with a reset of the password by an administrator, and not with a change of one’s own', async () => {
    const own = { name: 'Own', actions: ['notices.read'] };
    const call = (made: { body: Made }) => app.call('GET', '/user/notices', { token: made.body.token });
    const first = await app.person('S-5');
    const kept = await make(first.token, own);
    const changed = await app.call('PUT', '/me/password', {
      token: first.token,
      body: { current_password: 'secret123', new_password: 'another-secret-5' },
    });
    expect([changed.status, (await call(kept)).status]).toEqual([200, 200]);
    await app.admin('PUT', '/admin/users/S-5/password', { password: 'by-the-office-5' });
    expect((await call(kept)).status).toBe(401);
    const second = await app.person('S-6');
    const gone = await make(second.token, own);
    expect((await call(gone)).status).toBe(200);
    await app.admin('DELETE', '/admin/users/S-6');
    expect((await call(gone)).status).toBe(401);
    expect((await app.pool.query('select 1 from api_tokens where id = $1', [gone.body.id])).rows).toEqual([]);
  });

  it('is ended by its person and by administrators who stand as high, by nobody else', async () => {
    const { token } = await app.person('S-7');
    const others = await app.person('S-8');
    const made = (await make(token, { actions: ['notices.read'] })).body;
    expect(codeOf(await app.call('DELETE', `/me/tokens/${made.id}`, { token: others.token }))).toEqual([
      404,
      'not_found',
    ]);
    expect((await app.call('GET', '/user/notices', { token: made.token })).status).toBe(200);
    const { body, text } = await app.admin('GET', '/admin/accounts/S-7/tokens');
    expect(body.tokens.map(({ id }: Made) => id)).toEqual([made.id]);
    expect(text).not.toContain(made.token);
    expect((await app.admin('DELETE', `/admin/accounts/S-8/tokens/${made.id}`)).status).toBe(404);
    expect((await app.admin('DELETE', `/admin/accounts/S-7/tokens/${made.id}`)).status).toBe(200);
    expect((await app.call('GET', '/user/notices', { token: made.token })).status).toBe(401);

    const { body: invited } = await app.admin('POST', '/admin/accounts', {
      name: 'Adam',
      username: 'adam',
      role: 'administrator',
    });
    const adam = await app.call('POST', '/password/link', {
      body: { token: invited.link.split('#token=')[1], new_password: 'purple train seven 9' },
    });
    const owners = await adminsToken(['people.read']);
    const code = (await app.pool.query(`select code from people where role = 'owner'`)).rows[0].code;
    const asAdam = (method: string, path: string) =>
      app.call(method, path, { token: adam.body.access_token });
    expect(codeOf(await asAdam('GET', `/admin/accounts/${code}/tokens`))).toEqual([403, 'forbidden']);
    expect(codeOf(await asAdam('DELETE', `/admin/accounts/${code}/tokens/${owners.id}`))).toEqual([
      403,
      'forbidden',
    ]);
  });

  it('is limited in number and in calls', async () => {
    const { token } = await app.person('S-9');
    for (let index = 0; index < 20; index += 1)
      expect((await make(token, { actions: ['notices.read'] })).status).toBe(200);
    expect(codeOf(await make(token, { actions: ['notices.read'] }))).toEqual([409, 'conflict']);
    const made = await adminsToken(['people.read']);
    const limits = (await import('../http/call-limits.ts')).createCallLimits();
    const actor = await app.services.auth.authenticate(made.token, 'x');
    if (!actor) throw new Error('The token is not known.');
    for (let call = 0; call < 600; call += 1) await limits.countToken(actor);
    await expect(limits.countToken(actor)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('is nothing but a token: another text is nobody', async () => {
    const { token } = await adminsToken(['people.read']);
    for (const wrong of [`${token}x`, token.slice(4), `rct_${'a'.repeat(43)}`, token.toUpperCase()])
      expect((await app.call('GET', '/admin/users', { token: wrong })).status).toBe(401);
    expect(ACTIONS).toContain('people.read');
    app.clock.advance(DAY);
    expect((await app.call('GET', '/admin/users', { token })).status).toBe(200);
  });
});
