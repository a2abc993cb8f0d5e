import { MailRefused } from '@rollcall/core/mail/mail.ports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfApp } from '../testing/second-factors.ts';
import { openTestApp, PERSON_PASSWORD, PUBLIC_URL, type TestApp } from '../testing/test-app.ts';
import { createTestMail, tokenIn } from '../testing/test-mail.ts';
import { openTestServers, type TestServers } from '../testing/test-servers.ts';

const mail = createTestMail();
const HOUR = 3_600_000;
const NEW_PASSWORD = 'fresh plum window 7';

let servers: TestServers;
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  servers = await openTestServers(['one', 'two'], { mail, limits: 'none', hasNewFiles: true });
  [app, other] = servers.servers as [TestApp, TestApp]; // two were opened
});
afterAll(() => servers.close());
beforeEach(() => {
  mail.sent.length = 0;
  mail.refusal = null;
});

const forgot = (account: string, address = '192.0.2.7') =>
  app.call('POST', '/password/forgot', { body: { account }, address });
const open = (token: string) => app.call('POST', '/password/link/open', { body: { token } });
const use = (token: string, new_password = NEW_PASSWORD, at = app) =>
  at.call('POST', '/password/link', { body: { token, new_password } });

/** Invites somebody without attendance and answers the link that the administrator sees. */
async function invited(username: string): Promise<string> {
  const { body } = await app.admin('POST', '/admin/accounts', {
    name: `Person ${username}`,
    username,
    email: `${username}@school.example`,
    role: 'office',
  });
  expect(body.mailed).toBe(true);
  expect(body.link).toMatch(/^https:\/\/attendance\.school\.example\/password#token=[\w-]{43}$/);
  return tokenIn(body.link);
}

let people = 0;
/** Somebody with an address. */
async function member(extra: Record<string, unknown> = {}) {
  people += 1;
  const id = `L-${people}`;
  const email = `${id.toLowerCase()}@school.example`;
  return { email, username: id.toLowerCase(), ...(await app.person(id, { email, ...extra })) };
}

/** Asks for a link and answers the token of the mail. */
async function mailedToken(account: string): Promise<string> {
  const before = mail.sent.length;
  expect((await forgot(account)).status).toBe(200);
  await app.services.jobs.runDue();
  expect(mail.sent.length).toBe(before + 1);
  return tokenIn(mail.sent.at(-1)?.text);
}

describe('a forgotten password', () => {
  it('is chosen anew by a mailed link, once; sessions, API tokens and the old password end', async () => {
    const ann = await member();
    const token = await mailedToken(ann.username);
    const [message] = mail.sent;
    expect(message).toMatchObject({ to: ann.email, subject: 'Your new password for Test School' });
    expect(message?.text).toContain(`${PUBLIC_URL}/password#token=${token}`);
    expect(message?.html).toContain(`href="${PUBLIC_URL}/password#token=${token}"`);

    const opened = await open(token);
    expect(opened.body).toEqual({
      name: 'Person L-1',
      username: ann.username,
      purpose: 'reset',
      institution_name: 'Test School',
    });
    const signedIn = await use(token);
    expect(signedIn.status).toBe(200);
    expect(signedIn.body).toMatchObject({ role: 'user', user: { id: ann.id }, must_do: null });
    expect((await app.call('GET', '/session', { token: signedIn.body.access_token })).status).toBe(200);
    expect((await app.call('GET', '/session', { token: ann.token })).status).toBe(401);
    const login = (password: string) =>
      app.call('POST', '/user/login', { body: { username: ann.username, password } });
    expect((await login(PERSON_PASSWORD)).status).toBe(401);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    for (const again of [await use(token, 'another plum window 8'), await open(token)]) {
      expect(again.status).toBe(404);
      expect(again.body.error.code).toBe('link_not_valid');
    }

    const { body } = await app.admin('GET', `/admin/audit?about=${ann.id}`);
    const actions = body.entries.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['link_mailed', 'password_changed']));
    expect(JSON.stringify(body)).not.toContain(token);
  });

  it.each([
    ['de', 'Ihr neues Passwort für Test School'],
    ['ar', 'كلمة مرورك الجديدة لدى \u2068Test School\u2069'],
  ])('is asked for with the address too, in the language of the page: %s', async (language, subject) => {
    const ben = await member();
    await app.call('POST', '/password/forgot', {
      body: { account: ` ${ben.email.toUpperCase()} `, language },
    });
    await app.services.jobs.runDue();
    expect(mail.sent.map((sent) => [sent.to, sent.subject])).toEqual([[ben.email, subject]]);
  });

  it('is not mailed to an address for whoever entered it, when another account has it', async () => {
    const [eve, ben, owner] = [await member(), await member(), await member()];
    const enter = (token: string, email: string) => app.call('PUT', '/me/email', { token, body: { email } });
    const askedFor = async (address: string) => {
      mail.sent.length = 0;
      await forgot(address);
      await app.services.jobs.runDue();
      return mail.sent.length === 0 ? null : (await open(tokenIn(mail.sent[0]?.text))).body.username;
    };
    // Nobody is told whose it is, and nobody is kept from it.
    expect((await enter(eve.token, owner.email)).status).toBe(200);
    expect(await askedFor(owner.email)).toBe(owner.username);
    expect((await enter(eve.token, 'new.head@school.example')).status).toBe(200);
    expect(await askedFor('new.head@school.example')).toBe(eve.username);
    await enter(ben.token, 'New.Head@school.example');
    expect(await askedFor('new.head@school.example')).toBeNull();
    const head = { name: 'Head', username: 'head', role: 'administrator', email: 'new.head@school.example' };
    expect((await app.admin('POST', '/admin/accounts', head)).status).toBe(200);
    expect(await askedFor('new.head@school.example')).toBe('head');
    // Two that somebody vouches for are refused as before.
    const twice = await app.admin('PUT', `/admin/users/${owner.id}`, { email: head.email });
    expect(twice.body.error.code).toBe('email_taken');
  });

  it('gets the same answer and leaves the same work whether or not somebody can have a mail', async () => {
    const known = await member();
    const plain = await member({ email: undefined });
    const rows = async () =>
      (
        await app.pool.query(
          'select (select count(*)::int from outbox) mails, (select count(*)::int from jobs) jobs',
        )
      ).rows[0];
    const answers: unknown[] = [];
    for (const account of [known.username, plain.username, 'nobody-at-all', 'nobody@school.example']) {
      const before = await rows();
      const { status, text } = await forgot(account);
      const after = await rows();
      answers.push([status, text, after.mails - before.mails, after.jobs - before.jobs]);
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    await app.services.jobs.runDue();
    expect(mail.sent.map(({ to }) => to)).toEqual([known.email]);
    expect((await app.admin('GET', '/admin/mail')).body).toMatchObject({ waiting: 0, failed: 0 });
  });

  it('is limited per account and per network without telling, also for parallel calls', async () => {
    const eve = await member();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => forgot(eve.username, `198.51.100.${index}`)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await app.services.jobs.runDue();
    expect(mail.sent).toHaveLength(3);
    servers.clock.advance(HOUR);
    await forgot(eve.username);
    await app.services.jobs.runDue();
    expect(mail.sent).toHaveLength(4);

    const asked = async () =>
      (await app.pool.query("select count(*)::int as n from outbox where asked_from = '203.0.113.9'")).rows[0]
        .n;
    await app.pool.query(
      `insert into outbox (kind, language, asked_from, asked_at, changed_at, state)
       select 'reset', 'en', '203.0.113.9', $1, $1, 'dropped' from generate_series(1, 59)`,
      [servers.clock.now()],
    );
    for (const account of ['guess-1', 'guess-2', 'guess-3'])
      expect((await forgot(account, '203.0.113.9')).status).toBe(200);
    expect(await asked()).toBe(60);
  });

  it('does not get around the second factor', async () => {
    const zoe = await member();
    const { secret } = (await app.call('POST', '/me/totp', { token: zoe.token })).body;
    const code = () => codeOfApp(secret, servers.clock.now());
    await app.call('PUT', '/me/totp', { token: zoe.token, body: { code: code() } });
    servers.clock.advance(60_000);
    const answer = await use(await mailedToken(zoe.username));
    expect([answer.status, answer.body.error.code]).toEqual([403, 'second_factor_needed']);
    expect(answer.body.access_token).toBeUndefined();
    const { ticket } = answer.body.error.second_factor;
    const second = await app.call('POST', '/sign-in/second', { body: { ticket, code: code() } });
    expect([second.status, second.body.user?.id]).toEqual([200, zoe.id]);
  });

  it('is not offered where no mail is sent', async () => {
    const silent = await openTestApp({
      setUp: false,
      database: { db: app.db, pool: app.pool, close: async () => {} },
    });
    const answer = await silent.call('POST', '/password/forgot', { body: { account: 'x' } });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_available']);
    const offered = async (at: TestApp) =>
      (await at.call('GET', '/settings/public')).body.sign_in.password_reset;
    expect([await offered(silent), await offered(app)]).toEqual([false, true]);
    // The address that slips are printed with, where it was set.
    const address = async (at: TestApp) => (await at.call('GET', '/settings/public')).body.public_url;
    expect([await address(silent), await address(app)]).toEqual([undefined, PUBLIC_URL]);
    await silent.close();
  });
});

describe('a link', () => {
  it('is stored as a digest only, in no table and in no log', async () => {
    const kim = await member();
    mail.refusal = new MailRefused('The mail server cannot be reached.', false);
    await forgot(kim.username);
    await app.services.jobs.runDue();
    mail.refusal = null;
    await servers.passMinutes(5);
    await app.services.jobs.runDue();
    const token = tokenIn(mail.sent[0]?.text);
    expect(token).toHaveLength(43);
    for (const table of ['outbox', 'password_links', 'jobs', 'audit']) {
      const { rows } = await app.pool.query(`select t::text as text from ${table} t`);
      expect(rows.some(({ text }: { text: string }) => text.includes(token))).toBe(false);
    }
    expect(app.failures.map(String).join()).not.toContain(token);
  });

  it('ends after an hour, and an invitation after seven days', async () => {
    const lea = await member();
    const reset = await mailedToken(lea.username);
    servers.clock.advance(HOUR - 1);
    expect((await open(reset)).status).toBe(200);
    servers.clock.advance(1);
    expect((await open(reset)).status).toBe(404);
    expect((await use(reset)).status).toBe(404);

    const link = await invited('lola');
    servers.clock.advance(7 * 24 * HOUR - 1);
    expect((await open(link)).body.purpose).toBe('invitation');
    servers.clock.advance(1);
    expect((await open(link)).status).toBe(404);
  });

  it('ends with a newer one, with a new password, with another address and with the person', async () => {
    const mia = await member();
    const older = await mailedToken(mia.username);
    const newer = await mailedToken(mia.username);
    expect((await open(older)).status).toBe(404);
    expect((await open(newer)).status).toBe(200);
    await app.admin('PUT', `/admin/users/${mia.id}/password`, { password: 'chosen by the office 1' });
    expect((await use(newer)).status).toBe(404);

    const third = await mailedToken(mia.username);
    await app.admin('PUT', `/admin/users/${mia.id}`, { email: 'mia.new@school.example' });
    expect((await use(third)).status).toBe(404);

    servers.clock.advance(HOUR);
    const fourth = await mailedToken('mia.new@school.example');
    await app.admin('DELETE', `/admin/users/${mia.id}`);
    expect((await use(fourth)).status).toBe(404);
    const left = await app.pool.query(
      'select 1 from password_links l join people p on p.id = l.person_id where p.deleted_at is not null',
    );
    expect(left.rows).toEqual([]);
  });

  it('is used by one of two servers, at once', async () => {
    const noa = await member();
    const token = await mailedToken(noa.username);
    const answers = await Promise.all([
      use(token, NEW_PASSWORD, app),
      use(token, 'second plum window 9', other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const winner = answers[0].status === 200 ? NEW_PASSWORD : 'second plum window 9';
    expect(await app.signIn(noa.username, winner)).toHaveLength(43);
  });

  it('is not used up by a weak password', async () => {
    const ole = await member();
    const token = await mailedToken(ole.username);
    const weak = await use(token, 'x');
    expect(weak.status).toBe(400);
    expect(weak.body.error).toMatchObject({
      code: 'weak_password',
      fields: { new_password: expect.any(String) },
    });
    expect((await use(token)).status).toBe(200);
  });

  it('that an administrator sees and one that is mailed both work until one of them is used', async () => {
    const shown = await invited('pia');
    await app.services.jobs.runDue();
    const mailed = tokenIn(mail.sent[0]?.text);
    expect(mail.sent[0]?.subject).toBe('Your account at Test School');
    expect(mailed).not.toBe(shown);
    expect((await open(shown)).body.purpose).toBe('invitation');
    expect((await use(mailed)).status).toBe(200);
    expect((await open(shown)).status).toBe(404);
  });
});
