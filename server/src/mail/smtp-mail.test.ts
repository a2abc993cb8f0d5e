import type { AddressInfo } from 'node:net';
import { MailRefused } from '@rollcall/core/mail/mail.ports';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { mailProblems, parsePublicUrl, readMailEnv } from './mail-env.ts';
import { createSmtpMail } from './smtp-mail.ts';

interface Received {
  readonly to: string[];
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
  readonly text: string;
}

const servers: SMTPServer[] = [];
const stopAll = async () => {
  const stopping = servers.splice(0).map((server) => new Promise<void>((done) => server.close(() => done())));
  await Promise.all(stopping);
};
afterEach(stopAll);

/** A real SMTP server on this machine that keeps what it receives. */
async function startSmtp(options: SMTPServerOptions = {}, wanted = 0) {
  const received: Received[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      logins.push(`${username}:${password}`);
      if (password === 'right') callback(null, { user: username });
      else callback(new Error(`Wrong password ${password}`));
    },
    onData(stream, session, callback) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, user: session.user, isEncrypted: session.secure, text });
        callback();
      });
    },
    ...options,
  });
  servers.push(server);
  await new Promise<void>((done, fail) => server.once('error', fail).listen(wanted, '127.0.0.1', done));
  server.on('error', () => {}); // a client that leaves is what some tests are about
  const { port } = server.server.address() as AddressInfo; // it listens on a port
  return { port, received, logins };
}

/** The mail of an environment, as the server reads it. */
function mailOf(port: number, given: { user?: string; tls?: 'required' | 'optional'; scheme?: string } = {}) {
  const { user = '', scheme = 'smtp' } = given;
  const env = readMailEnv({
    SMTP_URL: `${scheme}://${user}127.0.0.1:${port}`,
    SMTP_TLS: given.tls,
    MAIL_FROM: 'Hill School <attendance@school.example>',
  });
  if (!env) throw new Error('The environment of the test is wrong.');
  return createSmtpMail(env);
}

const LINK = `https://school.example/password#token=${'t'.repeat(43)}`;
const message = { to: 'ann@school.example', subject: 'Grüße', text: `Open ${LINK}`, html: '<p>Open</p>' };
const refusal = async (sending: Promise<void>): Promise<MailRefused> => {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailRefused)) throw new Error(`Expected a refusal, got ${String(error)}`);
  return error;
};

describe('mail over SMTP', () => {
  it('arrives as text and HTML, from the sender, marked as sent by a program', async () => {
    const smtp = await startSmtp();
    await mailOf(smtp.port, { user: 'school:right@' }).send(message);
    const [mail] = smtp.received;
    expect(mail).toMatchObject({ to: ['ann@school.example'], user: 'school' });
    expect(mail?.text).toContain('From: Hill School <attendance@school.example>');
    expect(mail?.text).toContain('Auto-Submitted: auto-generated');
    expect(mail?.text).toMatch(/text\/plain[\s\S]*text\/html/);
  });

  it('goes to one address, even where a name looks like several', async () => {
    const smtp = await startSmtp();
    const to = 'a@x.example, b@y.example';
    await mailOf(smtp.port)
      .send({ ...message, to })
      .catch(() => {});
    expect(smtp.received.flatMap((mail) => mail.to)).not.toContain('b@y.example');
  });

  it('is not sent, nor is the password, where encryption is required and STARTTLS is not offered', async () => {
    const smtp = await startSmtp();
    const mail = mailOf(smtp.port, { user: 'school:right@', tls: 'required' });
    const refused = await refusal(mail.send(message));
    expect(refused.message).toContain('The connection to the mail server is not encrypted.');
    expect(refused.isFinal).toBe(false);
    expect(smtp).toMatchObject({ received: [], logins: [] });
  });

  it('is not sent to a server whose certificate nobody vouches for', async () => {
    // The library's own certificate is signed by itself.
    const smtp = await startSmtp({ disabledCommands: [] });
    const mail = mailOf(smtp.port, { user: 'school:right@', tls: 'required' });
    expect((await refusal(mail.send(message))).message).toContain('is not encrypted');
    expect(smtp).toMatchObject({ received: [], logins: [] });
    const secure = await startSmtp({ secure: true });
    const overTls = mailOf(secure.port, { scheme: 'smtps' });
    expect((await refusal(overTls.send(message))).message).toContain('is not encrypted');
    expect(secure.received).toEqual([]);
  });

  it('tells a wrong password apart, and repeats neither it nor a link that the server quotes', async () => {
    const smtp = await startSmtp();
    const wrong = await refusal(mailOf(smtp.port, { user: 'school:wr%3Aong-secret@' }).send(message));
    expect(wrong.message).toContain('refused the username or the password');
    expect(wrong.message).not.toContain('wr:ong-secret');
    expect(wrong.isFinal).toBe(false);

    const strict = await startSmtp({
      onData(stream, _session, callback) {
        stream.resume();
        stream.on('end', () => callback(new Error(`Suspicious address ${LINK}`)));
      },
    });
    const quoted = await refusal(mailOf(strict.port).send(message));
    expect(quoted.message).toContain('Suspicious address');
    expect(quoted.message).not.toMatch(/token|ttt/);
  });

  it('is given up at once for an address that does not exist, and tried again for a full mailbox', async () => {
    const answer = (code: number) =>
      startSmtp({
        onRcptTo: (_address, _session, callback) =>
          callback(Object.assign(new Error('No such mailbox'), { responseCode: code })),
      });
    expect((await refusal(mailOf((await answer(550)).port).send(message))).isFinal).toBe(true);
    expect((await refusal(mailOf((await answer(452)).port).send(message))).isFinal).toBe(false);
  });

  it('says that nobody answers, and goes out once the mail server is back', async () => {
    const gone = await startSmtp();
    await stopAll();
    const mail = mailOf(gone.port);
    const refused = await refusal(mail.send(message));
    expect([refused.message, refused.isFinal]).toEqual(['The mail server cannot be reached.', false]);
    const back = await startSmtp({}, gone.port);
    await mail.send(message);
    expect(back.received).toHaveLength(1);
  });
});

describe('the environment of mail', () => {
  const good = {
    SMTP_URL: 'smtp://u:p@mail.school.example',
    MAIL_FROM: 'attendance@school.example',
    PUBLIC_URL: 'https://school.example',
  };

  it('is complete or absent', () => {
    expect(mailProblems({})).toEqual([]);
    expect(mailProblems(good)).toEqual([]);
    expect(mailProblems({ MAIL_FROM: good.MAIL_FROM })[0]).toContain('SMTP_URL is not');
    expect(mailProblems({ SMTP_URL: good.SMTP_URL }).join(' ')).toMatch(/MAIL_FROM.*PUBLIC_URL/);
  });

  it('is refused without repeating a password', () => {
    for (const SMTP_URL of [
      'mail.school.example',
      'http://u:secret@x',
      'smtp://u:secret@',
      'smtp://:secret@x',
      'smtp://u@x/p?q',
    ]) {
      const problems = mailProblems({ ...good, SMTP_URL });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain('SMTP_URL must be like');
      expect(problems[0]).not.toContain('secret');
    }
    for (const MAIL_FROM of ['school', 'a@b, c@d', 'A <a@b>\nBcc: x@y', '<>'])
      expect(mailProblems({ ...good, MAIL_FROM })[0]).toContain('MAIL_FROM must be like');
  });

  it('wants encryption, but not from a mail server on this machine', () => {
    expect(readMailEnv(good)).toMatchObject({ port: 587, isSecure: false, isPlainAllowed: false });
    expect(readMailEnv({ ...good, SMTP_TLS: 'optional' })?.isPlainAllowed).toBe(true);
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(readMailEnv({ ...good, SMTP_URL: `smtp://${host}:25` })).toMatchObject({
        port: 25,
        isPlainAllowed: true,
      });
    expect(readMailEnv({ ...good, SMTP_URL: 'smtps://mail' })).toMatchObject({ port: 465, isSecure: true });
  });

  it('has an address for links without a path', () => {
    expect(parsePublicUrl('https://School.example/')).toBe('https://school.example');
    expect(parsePublicUrl('http://10.0.0.5:5000')).toBe('http://10.0.0.5:5000');
    for (const text of [
      'school.example',
      'ftp://x',
      'https://x/app',
      'https://x/?a',
      'https://u:p@x',
      'javascript:alert(1)',
    ])
      expect(parsePublicUrl(text)).toBeNull();
  });
});
