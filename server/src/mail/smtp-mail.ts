import { MailRefused, type MailTransport } from '@rollcall/core/mail/mail.ports';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { MailEnv } from './mail-env.ts';

const CONNECT_MS = 10_000;
/** A mail server that stopped answering must not hold the job for the ten minutes of the default. */
const SILENCE_MS = 30_000;
const PROBLEM_MAX = 400;

const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server refused the username or the password of SMTP_URL.',
  ENOAUTH: 'The mail server needs a username and a password in SMTP_URL.',
  ETLS: 'The connection to the mail server is not encrypted. The server must offer STARTTLS with a valid certificate.',
  EDNS: 'The name of the mail server was not found.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ECONNECTION: 'The connection to the mail server was closed.',
  ESOCKET: 'The mail server cannot be reached.',
  EENVELOPE: 'The mail server refused the address.',
  EMESSAGE: 'The mail server refused the e-mail.',
};

/** What nothing that is stored or logged may repeat: links, and whatever looks like a token. */
const SECRETS = /https?:\/\/\S+|[A-Za-z0-9_-]{40,}/g;

/** Words of the mail server, on one line, without links and without the password. */
function quote(answer: string, password: string | undefined): string {
  const plain = password ? answer.replaceAll(password, '…') : answer;
  return plain
    .replace(SECRETS, '…')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
}

const certificateProblem = (error: NodemailerError): boolean =>
  /certificate|self[- ]signed/i.test(error.message) && error.responseCode === undefined;

function refusalOf(error: NodemailerError, env: MailEnv): MailRefused {
  const code = certificateProblem(error) ? 'ETLS' : (error.code ?? '');
  const reason = REASONS[code] ?? 'The e-mail could not be sent.';
  const answer = error.response ? ` It answered: ${quote(error.response, env.user?.password)}` : '';
  // An address that does not exist stays so; a wrong password or a full disk is repaired.
  const isFinal = code === 'EENVELOPE' && error.command === 'RCPT TO' && error.permanent === true;
  return new MailRefused(`${reason}${answer}`.slice(0, PROBLEM_MAX), isFinal);
}

/** Hands mails to the SMTP server of the environment, over a new connection each. */
export function createSmtpMail(env: MailEnv): MailTransport {
  const transport = createTransport(
    {
      host: env.host,
      port: env.port,
      secure: env.isSecure,
      requireTLS: !env.isSecure && !env.isPlainAllowed,
      ...(env.user ? { auth: { user: env.user.name, pass: env.user.password } } : {}),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // The texts are written here; a name in them must never become a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: env.from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );

  return {
    from: env.from,
    async send({ to, subject, text, html }) {
      try {
        // An object: a text would be parsed as a list of addresses.
        await transport.sendMail({ to: { name: '', address: to }, subject, text, html });
      } catch (error) {
        throw refusalOf(error as NodemailerError, env); // sendMail rejects with nothing else
      }
    },
  };
}
