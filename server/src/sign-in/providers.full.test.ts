import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestApp, PUBLIC_URL, type TestApp } from '@rollcall/api/testing/test-app';
import { createTestBrowser } from '@rollcall/api/testing/test-browser';
import type { Claims } from '@rollcall/core/auth/providers/providers.types';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import { testSeedPath } from '@rollcall/db/testing/test-seed';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, startIdentityProvider } from '../testing/identity-provider.ts';
import { createOpenIdClient } from './providers.ts';

const reasons: string[] = [];
const openId = createOpenIdClient((_issuer, reason) => reasons.push(reason));
let app: TestApp;
let idp: Awaited<ReturnType<typeof startIdentityProvider>>;
let id: number;

beforeAll(async () => {
  const embedded = await openEmbedded({
    at: 'memory',
    seed: await readFile(await testSeedPath()),
    statementTimeoutMs: 0,
  });
  const database = { db: drizzleOn(embedded.pool), pool: embedded.pool, close: () => embedded.close() };
  app = await openTestApp({ openId, database });
  idp = await startIdentityProvider(
    [1, 2, 3].map((n) => `${PUBLIC_URL}/api/sign-in/providers/${n}/callback`),
  );
  const { body, text } = await app.admin('POST', '/admin/identity-providers', {
    name: 'Real',
    issuer: idp.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    scopes: ['profile', 'email', 'groups'],
    creates: { domains: ['new.example'], type: 'student', number_claim: 'number' },
    groups_claim: 'groups',
    groups: [{ group: 'front desk', role: 'office', sections: ['CS-A'], type: 'staff' }],
  });
  if (!body.provider) throw new Error(text);
  id = body.provider.id;
  await app.person('P-1', { email: 'p1@school.example' });
});
afterAll(async () => {
  await idp?.close();
  await app?.close();
});
afterEach(() => {
  reasons.length = 0;
  Object.assign(idp.state, { isDenied: false, changeToken: null, isForged: false });
});

const P1 = { sub: 'p1', email: 'p1@school.example', email_verified: true, name: 'Person One' };

/** Begins, signs in at the provider, comes back; answers the fragment and what is needed to try again. */
async function visit(person: Claims & { readonly sub: string }, change = (back: string) => back) {
  idp.state.person = person;
  const browser = createTestBrowser();
  const { page } = await browser.begin(app, id);
  const back = change(await idp.signIn(page.href));
  return { browser, back, page, fragment: await browser.comeBack(app, back) };
}

describe('signing in with a real provider', () => {
  it('signs in, with PKCE, state and nonce, and once only', async () => {
    const { browser, back, page, fragment } = await visit(P1);
    const sent = Object.fromEntries(page.searchParams);
    expect(sent).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      client_id: CLIENT.id,
    });
    expect([sent.state?.length, sent.nonce?.length, sent.code_challenge?.length]).toEqual([43, 43, 43]);
    const { status, body } = await browser.exchange(app, fragment.ticket);
    expect([status, body.user?.id]).toEqual([200, 'P-1']);
    expect(await browser.comeBack(app, back)).toEqual({ error: 'provider_attempt_ended' });
  });

  it('creates an account by rule, and gives the role and sections of its groups', async () => {
    const person = {
      ...P1,
      sub: 'new',
      email: 'ada@new.example',
      number: 'N-7',
      groups: ['front desk', 'all'],
    };
    const { browser, fragment } = await visit(person);
    const { body } = await browser.exchange(app, fragment.ticket);
    expect(body.user).toMatchObject({ id: 'N-7', name: 'Person One', type: 'staff' });
    const { body: me } = await app.call('GET', '/me', { token: body.access_token });
    expect(me.role).toBe('office');
    expect(me.permissions).toContainEqual({ action: 'people.manage', reach: 'sections', sections: ['CS-A'] });
  });

  it('refuses an unverified address, a wrong state and another browser', async () => {
    const unverified = { ...P1, sub: 'other', email_verified: false };
    expect((await visit(unverified)).fragment).toEqual({ error: 'provider_address_unverified' });
    const otherState = (back: string) => back.replace(/state=[^&]+/, `state=${'x'.repeat(43)}`);
    expect((await visit(P1, otherState)).fragment).toEqual({ error: 'provider_attempt_ended' });
    const { page } = await createTestBrowser().begin(app, id);
    const stolen = await idp.signIn(page.href);
    expect(await createTestBrowser().comeBack(app, stolen)).toEqual({ error: 'provider_attempt_ended' });
  });

  it('refuses a code that another sign-in was given', async () => {
    const first = createTestBrowser();
    const { page } = await first.begin(app, id);
    const code = new URL(await idp.signIn(page.href)).searchParams.get('code') ?? '';
    const injected = (back: string) => back.replace(/code=[^&]+/, `code=${code}`);
    expect((await visit(P1, injected)).fragment).toEqual({ error: 'provider_answer_refused' });
    expect(reasons[0]).toContain('invalid_grant');
  });

  it.each<[string, (claims: Claims) => Claims, RegExp]>([
    [
      'an expired token',
      (claims) => ({ ...claims, exp: Number(claims.iat) - 120 }),
      /expired or is not valid yet/,
    ],
    ['a wrong nonce', (claims) => ({ ...claims, nonce: 'of somebody else' }), /for someone else/],
    ['a wrong audience', (claims) => ({ ...claims, aud: 'another client' }), /for someone else/],
    ['a wrong issuer', (claims) => ({ ...claims, iss: 'https://evil.example' }), /for someone else/],
  ])('refuses %s', async (_what, changeToken, reason) => {
    idp.state.changeToken = changeToken;
    expect((await visit(P1)).fragment).toEqual({ error: 'provider_answer_refused' });
    expect(reasons[0]).toMatch(reason);
  });

  it('refuses a token that the provider did not sign', async () => {
    Object.assign(idp.state, { changeToken: (claims: Claims) => claims, isForged: true });
    expect((await visit(P1)).fragment).toEqual({ error: 'provider_answer_refused' });
  });

  it('allows clocks that differ by some seconds', async () => {
    const late = Math.floor(Date.now() / 1000) - 5;
    idp.state.changeToken = (claims) => ({ ...claims, iat: late - 60, exp: late });
    expect((await visit(P1)).fragment).toHaveProperty('ticket');
  });

  it('tells that the person cancelled at the provider', async () => {
    idp.state.isDenied = true;
    expect((await visit(P1)).fragment).toEqual({ error: 'provider_denied' });
  });
});

describe('a provider with a fault', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });
  /** Answers every request in one way; answers its address. */
  const serve = async (
    status: number,
    type: string,
    content: (issuer: string) => string,
    location?: string,
  ) => {
    const server = createServer((_, response) => {
      response.writeHead(status, { 'Content-Type': type, ...(location ? { Location: location } : {}) });
      response.end(content(issuer));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a server that listens on a port
    return issuer;
  };
  /** An address at which nothing listens. */
  const nowhere = async () => {
    const issuer = await serve(200, 'text/plain', () => '');
    await new Promise((resolve) => servers.pop()?.close(resolve));
    return issuer;
  };
  const problemsOf = async (issuer: string) => (await openId.check(issuer, ['email'])).problems;
  const JSON_TYPE = 'application/json';

  it('is described in plain sentences', async () => {
    expect(await problemsOf(idp.issuer)).toEqual([]);
    expect(await problemsOf(await serve(404, 'text/plain', () => 'no'))).toEqual([
      expect.stringContaining('There is no discovery document at this address (status 404)'),
    ]);
    expect(await problemsOf(await serve(200, 'text/html', () => '<html>'))).toEqual([
      'There is no discovery document at this address.',
    ]);
    expect(
      await problemsOf(await serve(200, JSON_TYPE, () => '{"issuer": "https://other.example"}')),
    ).toEqual([expect.stringContaining('The provider calls itself https://other.example')]);
    expect(await problemsOf(await serve(200, JSON_TYPE, (issuer) => JSON.stringify({ issuer })))).toEqual([
      'The provider does not name the addresses for signing in, for tokens and for keys.',
    ]);
    expect(await problemsOf(await nowhere())).toEqual([expect.stringContaining('Nothing answers')]);
  });

  it.each(['common', 'organizations', 'b2clogin'])(
    'is no provider of everybody: the issuer %s of Microsoft is refused',
    async (name) => {
      const issuer =
        name === 'b2clogin'
          ? 'https://x.b2clogin.com/x/v2.0'
          : `https://login.microsoftonline.com/${name}/v2.0`;
      const microsoft = createOpenIdClient(
        () => {},
        async () => Response.json({ issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }),
      );
      expect((await microsoft.check(issuer, [])).problems).toEqual([
        expect.stringContaining('the one with your organization’s ID'),
      ]);
    },
  );

  it('is not followed to another address, and not read without end', async () => {
    const redirect = await serve(
      302,
      'text/plain',
      () => '',
      `${idp.issuer}/.well-known/openid-configuration`,
    );
    expect(await problemsOf(redirect)).toEqual([expect.stringContaining('(status 302)')]);
    const endless = await serve(200, JSON_TYPE, () => `{"a": "${'x'.repeat(600_000)}"}`);
    expect(await problemsOf(endless)).toEqual(['The provider’s answer is too large.']);
  });

  it('that is down is told on the page, and passwords still work', async () => {
    const down = { name: 'Down', issuer: await nowhere(), client_id: 'x', client_secret: 'y' };
    const { body } = await app.admin('POST', '/admin/identity-providers', down);
    const { response } = await createTestBrowser().begin(app, body.provider.id);
    expect(response.headers.get('location')).toBe('/login/done#error=provider_unavailable');
    expect(await app.signIn('p-1')).toHaveLength(43);
  });
});
