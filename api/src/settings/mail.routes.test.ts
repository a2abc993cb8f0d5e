import { createJobs } from '@rollcall/core/jobs';
import { MailRefused } from '@rollcall/core/mail/mail.ports';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../testing/test-app.ts';
import { createTestMail } from '../testing/test-mail.ts';
import { openTestServers, type TestServers } from '../testing/test-servers.ts';

const mail = createTestMail();
const HOUR = 3_600_000;

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

const forgot = (account: string) => app.call('POST', '/password/forgot', { body: { account } });

let people = 0;
/** Somebody with an address. */
async function member() {
  people += 1;
  const id = `M-${people}`;
  const email = `${id.toLowerCase()}@school.example`;
  return { email, username: id.toLowerCase(), ...(await app.person(id, { email })) };
}

describe('the outbox', () => {
  const status = async () => (await app.admin('GET', '/admin/mail')).body;

  it('tries again while the mail server is away, and says why in the meantime', async () => {
    const { username, email } = await member();
    mail.refusal = new MailRefused('The mail server cannot be reached.', false);
    await forgot(username);
    await app.services.jobs.runDue();
    expect(await status()).toMatchObject({
      configured: true,
      from: mail.from,
      waiting: 1,
      failed: 0,
      last_error: 'The mail server cannot be reached.',
    });
    await app.services.jobs.runDue(); // not due yet
    mail.refusal = null;
    await app.services.jobs.runDue();
    expect(mail.sent).toEqual([]);
    await servers.passMinutes(1);
    await app.services.jobs.runDue();
    expect(mail.sent.map(({ to }) => to)).toEqual([email]);
    expect(await status()).toMatchObject({ waiting: 0, failed: 0 });
  });

  it('gives up after a day of tries, and at once for an address that does not exist', async () => {
    const [first, second] = [await member(), await member()];
    mail.refusal = new MailRefused('No such mailbox.', true);
    await forgot(first.username);
    await app.services.jobs.runDue();
    expect(await status()).toMatchObject({ waiting: 0, failed: 1, last_error: 'No such mailbox.' });
    mail.refusal = new MailRefused('The mail server cannot be reached.', false);
    await forgot(second.username);
    await app.services.jobs.runDue();
    await app.pool.query("update outbox set tries = 28 where state = 'waiting'");
    await servers.passMinutes(60);
    await app.services.jobs.runDue();
    expect(await status()).toMatchObject({ waiting: 0, failed: 2 });
    mail.refusal = null;
    await servers.passMinutes(60);
    await app.services.jobs.runDue();
    expect(mail.sent).toEqual([]);
  });

  it('sends each mail by one of two servers', async () => {
    const several = [await member(), await member(), await member()];
    for (const { username } of several) await forgot(username);
    await Promise.all([app.services.jobs.runDue(), other.services.jobs.runDue()]);
    expect(mail.sent.map(({ to }) => to).sort()).toEqual(several.map(({ email }) => email).sort());
  });

  it('drops the mail of somebody who was deleted meanwhile, and goes to the address of the moment', async () => {
    const [gone, moved] = [await member(), await member()];
    mail.refusal = new MailRefused('The mail server cannot be reached.', false);
    await forgot(gone.username);
    await forgot(moved.username);
    await app.services.jobs.runDue();
    await app.admin('DELETE', `/admin/users/${gone.id}`);
    await app.admin('PUT', `/admin/users/${moved.id}`, { email: 'moved@school.example' });
    mail.refusal = null;
    await servers.passMinutes(5);
    await app.services.jobs.runDue();
    expect(mail.sent.map(({ to }) => to)).toEqual(['moved@school.example']);
  });

  it('sends a test at once and answers what the mail server said', async () => {
    const test = (to: string) => app.admin('POST', '/admin/mail/test', { to });
    expect((await test('office@school.example')).status).toBe(200);
    expect(mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['office@school.example', 'Test e-mail from Test School'],
    ]);
    mail.refusal = new MailRefused(
      'The mail server refused the username or the password of SMTP_URL.',
      false,
    );
    const refused = await test('office@school.example');
    expect([refused.status, refused.body.error.code]).toEqual([502, 'mail_refused']);
    expect(refused.body.message).toContain('refused the username');
    expect((await test('office@school.example\nbcc: x@y.example')).status).toBe(400);
    mail.refusal = null;
    for (let index = 0; index < 3; index += 1) await test('office@school.example');
    expect((await test('office@school.example')).status).toBe(429);
  });

  it('forgets ended mails after a day, and links with their end', async () => {
    servers.clock.advance(8 * 24 * HOUR);
    await forgot((await member()).username);
    await app.services.jobs.runDue();
    const jobs = createJobs({
      services: app.services,
      repos: createRepositories(app.db),
      clock: servers.clock,
    });
    await jobs.find(({ kind }) => kind === 'ended_mails')?.run();
    const { rows } = await app.pool.query(
      'select (select count(*)::int from outbox) mails, (select count(*)::int from password_links) links',
    );
    expect(rows).toEqual([{ mails: 1, links: 1 }]);
  });
});
