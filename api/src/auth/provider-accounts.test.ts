import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProviderApp, PROVIDER, type ProviderApp, verified } from '../testing/provider-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { createTestBrowser } from '../testing/test-browser.ts';

let app: TestApp;
let school: ProviderApp;
beforeAll(async () => {
  school = await openProviderApp();
  app = school.app;
});
afterAll(() => app.close());

const roleOf = async (token: string) => (await app.call('GET', '/me', { token })).body.role;
const stored = async (code: string) => {
  const { rows } = await app.pool.query(
    `select role, office_of, array(select section from office_sections s where s.person_id = p.id order by 1) as sections,
       exists (select 1 from credentials c where c.person_id = p.id) as has_password from people p where code = $1`,
    [code],
  );
  return rows[0];
};

describe('who is matched with which account', () => {
  let id: number;
  beforeAll(async () => {
    id = await school.addProvider({ trusted_domains: ['Trusted.example'] });
  });

  it('matches a verified address once, and from then on the account at the provider', async () => {
    const { token: before } = await app.person('A-1', { email: 'Ann@School.example' });
    expect(await school.signIn(id, verified('ann@school.EXAMPLE', { sub: 'ann' }))).toMatchObject({
      user: 'A-1',
    });
    expect(await school.signIn(id, { sub: 'ann' })).toMatchObject({ user: 'A-1' });
    const linked = async () => [
      (await app.call('GET', '/me/providers', { token: before })).body.providers,
      (await app.admin('GET', '/admin/accounts?search=A-1')).body.accounts[0].providers,
    ];
    expect(await linked()).toEqual([
      [{ id, name: 'School', linked_at: expect.any(String), last_used_at: expect.any(String) }],
      [{ id, name: 'School' }],
    ]);
    // Somebody else has the address by now.
    expect(await school.signIn(id, verified('ann@school.example', { sub: 'new ann' }))).toEqual({
      error: 'provider_account_linked',
    });
    const { body } = await app.admin('GET', `/admin/identity-providers/${id}/accounts`);
    expect(body.accounts).toMatchObject([{ user_id: 'A-1', name: 'Person A-1' }]);
    await app.admin('DELETE', `/admin/identity-providers/${id}/accounts/A-1`);
    expect(await linked()).toEqual([[], []]);
    expect(await school.signIn(id, verified('ann@school.example', { sub: 'new ann' }))).toMatchObject({
      user: 'A-1',
    });
    // No role was given, so the password still works.
    expect((await app.call('GET', '/me', { token: before })).status).toBe(200);
  });

  it('never matches an address that the provider does not vouch for', async () => {
    await app.person('A-2', { email: 'a2@school.example' });
    await app.person('A-3', { email: 'a3@trusted.example' });
    for (const email_verified of [false, undefined, 'false', 1, null])
      expect(await school.signIn(id, verified('a2@school.example', { email_verified }))).toEqual({
        error: 'provider_address_unverified',
      });
    expect(await school.signIn(id, verified('a3@trusted.example', { email_verified: false }))).toEqual({
      error: 'provider_address_unverified',
    });
    // Microsoft says nothing about it.
    expect(
      await school.signIn(id, verified('a3@trusted.example', { email_verified: undefined })),
    ).toMatchObject({
      user: 'A-3',
    });
    expect(await school.signIn(id, { sub: 'without address' })).toEqual({
      error: 'provider_account_unknown',
    });
  });

  it('does not take one letter for another, nor an address that somebody entered for themselves', async () => {
    await app.person('K-1', { email: 'kim@school.example' });
    for (const address of ['\u212Aim@school.example', 'k\u0130m@school.example'])
      expect(await school.signIn(id, verified(address))).toEqual({ error: 'provider_account_unknown' });

    const { token } = await app.person('K-2');
    const own = await app.call('PUT', '/me/email', { token, body: { email: 'boss@school.example' } });
    expect(own.status).toBe(200);
    expect((await app.call('GET', '/me', { token })).body.email).toBe('boss@school.example');
    // That somebody has an address is told to nobody, and it does not open their account.
    const { token: third } = await app.person('K-3');
    const email = 'KIM@school.example';
    expect((await app.call('PUT', '/me/email', { token: third, body: { email } })).status).toBe(200);
    expect((await app.call('GET', '/me', { token: third })).body.email).toBe(email);
    expect(await school.signIn(id, verified('kim@school.example'))).toMatchObject({ user: 'K-1' });
    const boss = verified('boss@school.example');
    for (const email of ['boss@school.example', null, 'boss@school.example']) {
      expect(await school.signIn(id, boss)).toEqual({ error: 'provider_account_unknown' });
      await app.admin('PUT', '/admin/users/K-2', { email });
    }
    // An administrator has entered it by now.
    expect(await school.signIn(id, boss)).toMatchObject({ user: 'K-2' });
  });

  it('matches no owner, and an administrator only where groups make administrators', async () => {
    await app.pool.query(`update people set email = 'owner@school.example' where role = 'owner'`);
    await app.person('A-4', { email: 'a4@school.example', type: 'staff' });
    await app.pool.query(`update people set role = 'administrator' where code = 'A-4'`);
    const groups = { groups_claim: 'roles', groups: [{ group: 'it', role: 'administrator' }] };
    const trusted = await school.addProvider({ name: 'Trusted', ...groups });
    const protectedAccount = { error: 'provider_account_protected' };
    for (const [provider, roles] of [
      [id, []],
      [id, ['it']],
      [trusted, []],
    ] as const)
      expect(await school.signIn(provider, verified('a4@school.example', { roles }))).toEqual(
        protectedAccount,
      );
    expect(await school.signIn(trusted, verified('owner@school.example', { roles: ['it'] }))).toEqual(
      protectedAccount,
    );
    expect(await school.signIn(trusted, verified('a4@school.example', { roles: ['it'] }))).toMatchObject({
      user: 'A-4',
    });
    await app.pool.query(`update people set role = 'member' where code = 'A-4'`);
    await app.admin('DELETE', `/admin/identity-providers/${trusted}`);
  });
});

describe('accounts that are created by rule', () => {
  const creates = {
    domains: ['school.example'],
    type: 'student',
    section: 'CS-{class.year}',
    number_claim: 'number',
  };

  it('have the type, section and number of the rule', async () => {
    const id = await school.addProvider({ creates });
    const claims = verified('new.one@school.example', {
      class: { year: 2 },
      number: 4711,
      name: ' Nina   Neu ',
    });
    expect(await school.signIn(id, verified('new.one@elsewhere.example', claims))).toEqual({
      error: 'provider_account_unknown',
    });
    expect(await school.signIn(id, { ...claims, email_verified: false })).toEqual({
      error: 'provider_address_unverified',
    });
    expect(await school.signIn(id, { ...claims, number: undefined })).toEqual({
      error: 'provider_account_unknown',
    });
    const { body } = await school.signIn(id, claims);
    expect(body.user).toMatchObject({
      id: '4711',
      name: 'Nina Neu',
      username: 'new.one@school.example',
      type: 'student',
      class_section: 'CS-2',
      has_password: false,
    });
    // The number belongs to somebody: not a second account, and not theirs.
    expect(await school.signIn(id, verified('other@school.example', { ...claims, sub: 'x' }))).toEqual({
      error: 'user_id_taken',
    });
  });

  it('are one when the same person comes back twice at once', async () => {
    const id = await school.addProvider({ creates: { ...creates, number_claim: null } });
    const claims = verified('twice@school.example');
    const found = await Promise.all([school.visitProvider(id, claims), school.visitProvider(id, claims)]);
    expect(found.map((each) => Object.keys(each))).toEqual([['ticket'], ['ticket']]);
    const { rows } = await app.pool.query(`select code from people where email = 'twice@school.example'`);
    expect(rows).toEqual([{ code: 'twice' }]);
  });
});

describe('groups', () => {
  const GROUPS = {
    groups_claim: 'realm_access.roles',
    groups: [
      { group: 'it', role: 'administrator', type: 'admin' },
      { group: 'office-a', role: 'office', sections: ['CS-A'] },
      { group: 'office-b', role: 'office', sections: ['CS-B'] },
      { group: 'staff', role: 'teacher' },
    ],
  };
  const inGroups = (address: string, ...roles: string[]) => verified(address, { realm_access: { roles } });
  let id: number;
  beforeAll(async () => {
    id = await school.addProvider({ ...GROUPS, creates: { domains: ['groups.example'], type: 'staff' } });
  });

  it('give roles and sections at each sign-in and take what they gave', async () => {
    const { token } = await app.person('G-1', { email: 'g1@school.example', type: 'staff' });
    const visit = async (...roles: string[]) => {
      await school.visitProvider(id, inGroups('g1@school.example', ...roles));
      const { role, office_of, sections } = await stored('G-1');
      return [role, office_of, sections];
    };
    expect(await visit('office-a', 'office-b', 'staff')).toEqual(['office', 'sections', ['CS-A', 'CS-B']]);
    // The way in of before, which others may know, does not lead to the new role.
    expect((await app.call('GET', '/me', { token })).status).toBe(401);
    expect((await stored('G-1')).has_password).toBe(false);
    expect(await visit('office-b')).toEqual(['office', 'sections', ['CS-B']]);
    expect(await visit('it', 'office-a')).toEqual(['administrator', 'institution', []]);
    expect(await visit('unknown group')).toEqual(['member', 'institution', []]);
    const { body } = await app.admin('GET', '/admin/audit?action=account_changed&about=G-1');
    expect(body.entries[0]).toMatchObject({ subject: 'G-1', detail: { role: 'member', by: 'groups' } });
  });

  it('leave a role that was given by hand, also when it is lower than theirs was', async () => {
    await app.person('G-2', { email: 'g2@school.example', type: 'staff' });
    const visit = async (...roles: string[]) => {
      await school.visitProvider(id, inGroups('g2@school.example', ...roles));
      const { role, sections } = await stored('G-2');
      return [role, sections];
    };
    await app.admin('PUT', '/admin/accounts/G-2', { role: 'office', sections: ['CS-C'] });
    expect(await visit('office-a')).toEqual(['office', ['CS-C']]);
    expect(await visit('it')).toEqual(['administrator', []]);
    expect(await visit()).toEqual(['office', ['CS-C']]);
    await visit('it');
    await app.admin('PUT', '/admin/accounts/G-2', { role: 'teacher' });
    expect(await visit()).toEqual(['teacher', []]);
  });

  it('of two providers add up, and go with the provider', async () => {
    await app.person('G-3', { email: 'g3@school.example', type: 'staff' });
    const other = await school.addProvider({ ...GROUPS, name: 'Second' });
    await school.signIn(id, inGroups('g3@school.example', 'staff'));
    const { token } = await school.signIn(other, inGroups('g3@school.example', 'office-a'));
    expect(await roleOf(String(token))).toBe('office');
    await school.signIn(id, inGroups('g3@school.example'));
    expect(await stored('G-3')).toMatchObject({ role: 'office' });
    await app.admin('DELETE', `/admin/identity-providers/${other}`);
    expect(await stored('G-3')).toMatchObject({ role: 'member', sections: [] });
    expect((await app.call('GET', '/me', { token: String(token) })).status).toBe(401);
    expect((await app.admin('GET', '/admin/users')).text).toContain('G-3');
  });

  it('leave no way in to whoever linked the account, or entered an address, before they raise its role', async () => {
    const other = await school.addProvider({ name: 'Second' });
    await app.person('G-4', { email: 'mine@elsewhere.example', type: 'staff' });
    const mine = verified('mine@elsewhere.example');
    const [first, onTheWay] = [await school.signIn(other, mine), createTestBrowser()];
    const { ticket } = await school.visitProvider(other, mine, onTheWay);
    await app.admin('PUT', '/admin/users/G-4', { email: 'g4@school.example' });
    await school.signIn(id, inGroups('g4@school.example'));
    await app.admin('PUT', '/admin/users/G-4', { email: 'mine@elsewhere.example' });

    const streams = await app.app.request('/api/events', {
      headers: { Authorization: `Bearer ${first.token}` },
    });
    const raised = await school.signIn(id, inGroups('g4@school.example', 'it'));
    expect(await roleOf(String(raised.token))).toBe('administrator');
    expect(await school.signIn(other, mine)).toEqual({ error: 'provider_account_unknown' });
    expect((await onTheWay.exchange(app, ticket)).body.error.code).toBe('provider_attempt_ended');
    expect((await app.call('GET', '/me', { token: String(first.token) })).status).toBe(401);
    expect(await streams.text()).not.toContain('event: error'); // it has ended
    // A mail with a link would have gone there.
    const { accounts } = (await app.admin('GET', '/admin/accounts?search=G-4')).body;
    expect(accounts).toMatchObject([{ email: null, providers: [{ id }] }]);
    await app.admin('DELETE', `/admin/identity-providers/${other}`);
  });

  it('take back what they gave, with its sessions, when the rule or the provider is no more', async () => {
    const settings = { ...PROVIDER, ...GROUPS, name: 'Third', client_secret: undefined };
    const third = await school.addProvider({ ...settings, client_secret: 'x' });
    const path = `/admin/identity-providers/${third}`;
    await app.person('G-5', { email: 'g5@school.example', type: 'staff' });
    await app.person('G-6', { email: 'g6@school.example', type: 'staff' });
    const come = async (address: string, ...roles: string[]) =>
      String((await school.signIn(third, inGroups(address, ...roles))).token);
    const seen = async (token: string) => (await app.call('GET', '/me', { token })).body.role;

    let administrator = await come('g5@school.example', 'it');
    let member = await come('g6@school.example');
    // Another rule takes nothing from anybody.
    await app.admin('PUT', path, {
      ...settings,
      groups: [...GROUPS.groups, { group: 'x', role: 'teacher' }],
    });
    expect([await seen(administrator), await seen(member)]).toEqual(['administrator', 'member']);
    const withoutIt = GROUPS.groups.filter(({ group }) => group !== 'it');
    expect((await app.admin('PUT', path, { ...settings, groups: withoutIt })).status).toBe(200);
    expect((await stored('G-5')).role).toBe('member');
    expect([await seen(administrator), await seen(member)]).toEqual([undefined, 'member']);

    await app.admin('PUT', path, settings);
    administrator = await come('g5@school.example', 'it');
    member = await come('g6@school.example');
    // Somebody who is on the way while it is switched off gets nothing either.
    const browser = createTestBrowser();
    const { ticket } = await school.visitProvider(third, inGroups('g5@school.example', 'it'), browser);
    await app.admin('PUT', path, { ...settings, active: false });
    expect([await seen(administrator), await seen(member)]).toEqual([undefined, undefined]);
    expect((await browser.exchange(app, ticket)).status).toBe(409);
    expect((await stored('G-5')).role).toBe('member');
    expect(await roleOf(await app.adminToken())).toBe('owner');

    // Switched on again, the links are still there.
    await app.admin('PUT', path, settings);
    const claims = { ...inGroups('nobody@school.example', 'it'), sub: 'sub of g5@school.example' };
    expect(await school.signIn(third, claims)).toMatchObject({ user: 'G-5' });
    await app.admin('DELETE', path);
  });

  it('count as they are when the person comes back, not as they were when the sign-in began', async () => {
    const fourth = await school.addProvider({ ...GROUPS, name: 'Fourth' });
    await app.person('G-7', { email: 'g7@school.example', type: 'staff' });
    const { claims } = school.openId;
    school.openId.claims = async (...asked) => {
      await app.admin('PUT', `/admin/identity-providers/${fourth}`, { ...PROVIDER, groups: [] });
      return claims(...asked);
    };
    expect(await school.signIn(fourth, inGroups('g7@school.example', 'it'))).toMatchObject({ user: 'G-7' });
    school.openId.claims = claims;
    expect((await stored('G-7')).role).toBe('member');
    await app.admin('DELETE', `/admin/identity-providers/${fourth}`);
  });

  it('and links give nothing any more to somebody who is made an administrator by hand', async () => {
    await app.person('G-8', { email: 'g8@school.example', type: 'staff' });
    const { token } = await school.signIn(id, inGroups('g8@school.example', 'staff'));
    const browser = createTestBrowser();
    const { ticket } = await school.visitProvider(id, inGroups('g8@school.example', 'staff'), browser);
    expect((await app.admin('PUT', '/admin/accounts/G-8', { role: 'administrator' })).status).toBe(200);
    expect((await app.call('GET', '/me', { token: String(token) })).status).toBe(401);
    expect((await browser.exchange(app, ticket)).status).toBe(409);
    expect(await school.signIn(id, inGroups('g8@school.example', 'staff'))).toEqual({
      error: 'provider_account_protected',
    });
    expect((await stored('G-8')).role).toBe('administrator');
  });

  it('decide the type of accounts that are created, and give nobody the role of an owner', async () => {
    const { body } = await school.signIn(id, inGroups('boss@groups.example', 'it'));
    expect([body.role, body.user.type]).toEqual(['admin', 'admin']);
    const groups = [{ group: 'x', role: 'owner' }];
    const { status } = await app.admin('POST', '/admin/identity-providers', { ...PROVIDER, groups });
    expect(status).toBe(400);
  });
});
