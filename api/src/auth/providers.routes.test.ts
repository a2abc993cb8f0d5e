import { createJobs } from '@rollcall/core/jobs';
import { AppError } from '@rollcall/core/kernel/errors';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProviderApp, PROVIDER, type ProviderApp, verified } from '../testing/provider-app.ts';
import { openTestApp, PUBLIC_URL, type TestApp } from '../testing/test-app.ts';
import { createTestBrowser } from '../testing/test-browser.ts';

let app: TestApp;
let school: ProviderApp;
beforeAll(async () => {
  school = await openProviderApp();
  app = school.app;
});
afterAll(() => app.close());

describe('setting up a provider', () => {
  it('never answers the secret, keeps it sealed, and sends it to the provider', async () => {
    const id = await school.addProvider();
    const { body, text } = await app.admin('GET', '/admin/identity-providers');
    expect(text).not.toContain('Geheim-1');
    expect(body.available).toBe(true);
    expect(body.providers.find((each: { id: number }) => each.id === id)).toMatchObject({
      has_secret: true,
      accounts: 0,
      redirect_uri: `${PUBLIC_URL}/api/sign-in/providers/${id}/callback`,
    });
    const { rows } = await app.pool.query(
      'select sealed_secret::text from identity_providers where id = $1',
      [id],
    );
    expect(Buffer.from(rows[0].sealed_secret.slice(2), 'hex').toString('latin1')).not.toContain('Geheim-1');
    await app.admin('PUT', `/admin/identity-providers/${id}`, {
      ...PROVIDER,
      client_secret: undefined,
      name: 'New',
    });
    await school.visitProvider(id, {});
    expect(school.said.client).toMatchObject({ clientSecret: 'Geheim-1', issuer: PROVIDER.issuer });
    const { body: audit } = await app.admin('GET', '/admin/audit?action=identity_provider_saved');
    expect(JSON.stringify(audit)).not.toContain('Geheim-1');
    await app.admin('DELETE', `/admin/identity-providers/${id}`);
  });

  it('asks who changes it to show that again, and says plainly what is wrong with an issuer', async () => {
    const token = await app.adminToken();
    app.clock.advance(6 * 60_000);
    // The test calls an address that is entered, also one inside the network.
    for (const path of ['/admin/identity-providers', '/admin/identity-providers/test']) {
      const late = await app.call('POST', path, { token, body: PROVIDER });
      expect([late.status, late.body.error.code]).toEqual([403, 'confirmation_needed']);
    }
    const problemOf = async (issuer: string) => {
      const { body } = await app.admin('POST', '/admin/identity-providers', { ...PROVIDER, issuer });
      return body.error?.fields.issuer;
    };
    expect(await problemOf('http://id.example')).toBe('The issuer must start with https://.');
    expect(await problemOf('https://id.example/.well-known/openid-configuration')).toContain(
      'issuer address without',
    );
    expect(await problemOf('https://user:pw@id.example')).toContain('can’t have a query');
    const { body } = await app.admin('POST', '/admin/identity-providers/test', {
      issuer: 'https://broken.example',
    });
    expect(body).toEqual({ ok: false, problems: ['It is broken.'], remarks: [] });
  });

  it('unlinks everybody and wants a secret when the issuer becomes another', async () => {
    const id = await school.addProvider();
    await app.person('M-1', { email: 'm1@school.example' });
    expect(await school.signIn(id, verified('m1@school.example'))).toMatchObject({ user: 'M-1' });
    const path = `/admin/identity-providers/${id}`;
    const elsewhere = { ...PROVIDER, issuer: 'https://other.example', client_secret: undefined };
    expect((await app.admin('PUT', path, elsewhere)).body.error.fields).toHaveProperty('client_secret');
    const { body } = await app.admin('PUT', path, { ...elsewhere, client_secret: 'Another' });
    expect(body.provider).toMatchObject({ accounts: 0, issuer: 'https://other.example' });
    await app.admin('DELETE', path);
  });

  it('is impossible on a host without them, such as the demo', async () => {
    const other = await openTestApp();
    const { body } = await other.admin('GET', '/admin/identity-providers');
    expect(body).toEqual({ available: false, providers: [] });
    const { status, body: refused } = await other.admin('POST', '/admin/identity-providers', PROVIDER);
    expect([status, refused.error.code]).toEqual([409, 'providers_unavailable']);
    expect((await other.call('GET', '/settings/public')).body.sign_in.providers).toEqual([]);
    await other.close();
  });
});

describe('the way to the provider and back', () => {
  let id: number;
  beforeAll(async () => {
    id = await school.addProvider();
    await app.person('W-1', { email: 'w1@school.example' });
  });
  const claims = verified('w1@school.example');
  const back = (page: URL, more = '') =>
    `/api/sign-in/providers/${id}/callback?code=x&state=${page.searchParams.get('state')}${more}`;

  it('signs in once, in the browser that began, and opens a page of ours only', async () => {
    expect((await app.call('GET', '/settings/public')).body.sign_in.providers).toContainEqual({
      id,
      name: 'School',
    });
    const browser = createTestBrowser();
    const { response, page } = await browser.begin(app, id, '/user?tab=days');
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^rollcall_sign_in_[\w-]+=[\w-]{43}; Max-Age=600; Path=\/api\/sign-in; HttpOnly; Secure; SameSite=Lax$/,
    );
    school.said.claims = claims;
    // The address of the callback, in another browser: of somebody who stole it, or to whom it was sent.
    expect(await createTestBrowser().comeBack(app, back(page))).toEqual({ error: 'provider_attempt_ended' });
    const { ticket, next } = await browser.comeBack(app, back(page));
    expect(next).toBe('/user?tab=days');
    expect(await browser.comeBack(app, back(page))).toEqual({ error: 'provider_attempt_ended' });
    expect((await createTestBrowser().exchange(app, ticket)).body.error.code).toBe('provider_attempt_ended');
    const { body } = await browser.exchange(app, ticket);
    expect(body).toMatchObject({ role: 'user', user: { id: 'W-1' }, must_do: null });
    expect((await browser.exchange(app, ticket)).status).toBe(409);
    expect(browser.cookies.size).toBe(0);
    const { body: sessions } = await app.call('GET', '/me/sessions', { token: body.access_token });
    expect(sessions.sessions[0]).toMatchObject({ means: 'provider', current: true });
  });

  it('lets two tabs sign in beside each other, and another server finish', async () => {
    const other = await openTestApp({
      openId: school.openId,
      setUp: false,
      database: { db: app.db, pool: app.pool, close: async () => {} },
      masterKeys: app.keyNeeds.keys as never, // the keys of the first server, which are those of the installation
      clock: app.clock,
    });
    const browser = createTestBrowser();
    const [first, second] = [await browser.begin(app, id), await browser.begin(app, id)];
    school.said.claims = claims;
    const { ticket } = await browser.comeBack(other, back(first.page));
    expect((await browser.exchange(app, ticket)).status).toBe(200);
    const { ticket: later } = await browser.comeBack(app, back(second.page));
    expect((await browser.exchange(other, later)).status).toBe(200);
    await other.services.jobs.stop(0);
  });

  it('ends ten minutes after it began, and its ticket after one', async () => {
    const browser = createTestBrowser();
    const { page } = await browser.begin(app, id);
    school.said.claims = claims;
    app.clock.advance(10 * 60_000);
    expect(await browser.comeBack(app, back(page))).toEqual({ error: 'provider_attempt_ended' });
    const { ticket } = await school.visitProvider(id, claims, browser);
    app.clock.advance(60_000);
    expect((await browser.exchange(app, ticket)).status).toBe(409);
    await browser.begin(app, id);
    app.clock.advance(10 * 60_000 + 1);
    const jobs = createJobs({ services: app.services, repos: createRepositories(app.db), clock: app.clock });
    await jobs.find(({ kind }) => kind === 'ended_approvals')?.run();
    const { rows } = await app.pool.query(
      'select 1 from provider_attempts union all select 1 from provider_tickets',
    );
    expect(rows).toEqual([]);
  });

  it('cannot be begun without end from one network', async () => {
    const begin = async (address: string) => {
      const headers = { 'x-test-address': address };
      const response = await app.app.request(`/api/sign-in/providers/${id}/start`, { headers });
      return new URL(response.headers.get('location') ?? '', PUBLIC_URL).hash;
    };
    expect(await begin('2001:db8:7:7::1')).toBe('');
    await app.pool.query(
      `insert into provider_attempts (state_hash, browser_hash, provider_id, nonce, verifier, redirect_uri, address, created_at)
       select int4send(n), '', provider_id, '', '', '', address, created_at
       from provider_attempts, generate_series(1, 2999) n where address like '2001:db8:7:7:%'`,
    );
    expect(await begin('2001:db8:7:7:ffff::2')).toBe('#error=too_many_requests');
    expect(await begin('2001:db8:7:8::1')).toBe('');
    await app.pool.query('delete from provider_attempts');
  });

  it('is refused with an entry in the audit, but not for more than a network may fail', async () => {
    const refusals = async () =>
      (await app.admin('GET', '/admin/audit?action=sign_in_failed')).body.entries.filter(
        ({ detail }: { detail: { reason?: string } }) => detail.reason === 'provider_denied',
      ).length;
    const { claims: honest } = school.openId;
    school.openId.claims = () => Promise.reject(new AppError('provider_denied'));
    expect(await school.visitProvider(id, {})).toEqual({ error: 'provider_denied' });
    expect(await refusals()).toBe(1);
    await app.pool.query(
      `insert into login_attempts (account, address, failed_at)
       select 'nobody', '192.0.2.1', $1 from generate_series(1, 199)`,
      [app.clock.now()],
    );
    expect(await school.visitProvider(id, {})).toEqual({ error: 'too_many_attempts' });
    await app.pool.query('delete from login_attempts');
    expect(await refusals()).toBe(1);
    school.openId.claims = honest;
  });

  it('is refused with a wrong state, at another provider, and at one that is switched off', async () => {
    const browser = createTestBrowser();
    const { page } = await browser.begin(app, id);
    expect(await browser.comeBack(app, back(page).replace('state=', 'state=x'))).toEqual({
      error: 'provider_attempt_ended',
    });
    const other = await school.addProvider({ active: false, name: 'Off' });
    const elsewhere = back(page).replace(`/${id}/`, `/${other}/`);
    expect(await browser.comeBack(app, elsewhere)).toEqual({ error: 'provider_not_found' });
    const { response } = await browser.begin(app, other);
    expect(response.headers.get('location')).toBe('/login/done#error=provider_not_found');
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/a\n/b'])(
    'never leads to %j',
    async (next) => {
      const browser = createTestBrowser();
      const { page } = await browser.begin(app, id, next);
      school.said.claims = claims;
      expect(Object.keys(await browser.comeBack(app, back(page)))).toEqual(['ticket']);
    },
  );

  it('does not sign in whoever was deleted or became an owner in the meantime', async () => {
    await app.person('W-2', { email: 'w2@school.example' });
    const browser = createTestBrowser();
    const { ticket } = await school.visitProvider(id, verified('w2@school.example'), browser);
    await app.admin('DELETE', '/admin/users/W-2');
    expect((await browser.exchange(app, ticket)).body.error.code).toBe('provider_attempt_ended');
    expect(await school.visitProvider(id, verified('w2@school.example'))).toEqual({
      error: 'provider_account_unknown',
    });
    const { rows } = await app.pool.query(`select 1 from provider_links where subject like '%w2@%'`);
    expect(rows).toEqual([]);

    await app.person('W-3', { email: 'w3@school.example' });
    await app.pool.query(`update people set role = 'owner' where code = 'W-3'`);
    expect(await school.visitProvider(id, verified('w3@school.example'))).toEqual({
      error: 'provider_account_protected',
    });
    await app.pool.query(`update people set role = 'member' where code = 'W-3'`);
  });
});

describe('a password that somebody else chose', () => {
  it('is not to be changed first by whoever signs in with a provider', async () => {
    await app.person('F-2', { email: 'f2@school.example' });
    await app.admin('PUT', '/admin/users/F-2/password', { password: 'chosen by somebody' });
    const { body, token } = await school.signIn(await school.addProvider(), verified('f2@school.example'));
    expect(body?.must_do).toBeNull();
    expect((await app.call('GET', '/user/notices', { token })).status).toBe(200);
  });
});

describe('a second factor', () => {
  it('of this installation is asked for after the provider where that is set', async () => {
    await app.person('F-1', { email: 'f1@school.example' });
    await app.pool.query(
      `insert into totp_secrets (person_id, is_active, master_key_id, sealed, since)
       select id, true, 'test', '\\x00', now() from people where code = 'F-1'`,
    );
    const plain = await school.addProvider();
    expect(await school.signIn(plain, verified('f1@school.example'))).toMatchObject({ status: 200 });
    const asking = await school.addProvider({ second_factor: true, name: 'Asking' });
    const { status, body } = await school.signIn(asking, verified('f1@school.example'));
    expect([status, body?.error.code, body?.error.second_factor.methods]).toEqual([
      403,
      'second_factor_needed',
      ['totp'],
    ]);
  });
});
