import { isIP } from 'node:net';
import { z } from 'zod';

/** The environment variables of mail and of the links in it. */
export const mailSchema = {
  SMTP_URL: z.string().optional(),
  SMTP_TLS: z.enum(['required', 'optional'], 'SMTP_TLS must be required or optional.').optional(),
  MAIL_FROM: z.string().optional(),
};

export interface MailEnv {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  readonly isSecure: boolean;
  /** Sends without TLS where the mail server does not offer it. */
  readonly isPlainAllowed: boolean;
  readonly user: { readonly name: string; readonly password: string } | null;
  readonly from: string;
}

const SMTP_HELP =
  'SMTP_URL must be like smtp://user:password@mail.school.example:587 or smtps://mail.school.example.';
const FROM_HELP =
  'MAIL_FROM must be like attendance@school.example or Attendance <attendance@school.example>.';
const FROM = /^(?:[^<>@\p{C}]* )?<?([^\s<>@,;:"()]+@[^\s<>@,;:"()]+)>?$/u;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/** Node's parser leaves the parts encoded, and names no reason that a person could use. */
function parseSmtpUrl(text: string): Pick<MailEnv, 'host' | 'port' | 'isSecure' | 'user'> | null {
  try {
    const url = new URL(text);
    const isSecure = url.protocol === 'smtps:';
    if ((url.protocol !== 'smtp:' && !isSecure) || url.hostname === '') return null;
    if (url.search !== '' || url.hash !== '' || (url.pathname !== '' && url.pathname !== '/')) return null;
    if ((url.username === '') !== (url.password === '')) return null;
    return {
      host: url.hostname,
      port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
      isSecure,
      user:
        url.username === ''
          ? null
          : { name: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    };
  } catch {
    return null;
  }
}

interface Given {
  readonly SMTP_URL?: string | undefined;
  readonly SMTP_TLS?: 'required' | 'optional' | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
}

/** What is wrong with the variables of mail, each in a sentence that repeats no password. */
export function mailProblems(given: Given): string[] {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = given;
  if (SMTP_URL === undefined)
    return MAIL_FROM === undefined ? [] : ['MAIL_FROM is set but SMTP_URL is not: no mail could be sent.'];
  return [
    ...(parseSmtpUrl(SMTP_URL) === null ? [SMTP_HELP] : []),
    ...(MAIL_FROM === undefined
      ? ['SMTP_URL needs MAIL_FROM, the sender of the mails.']
      : FROM.test(MAIL_FROM)
        ? []
        : [FROM_HELP]),
    ...(PUBLIC_URL === undefined
      ? ['SMTP_URL needs PUBLIC_URL, the address of this server in the links of mails.']
      : []),
  ];
}

/** Of variables without problems; undefined where no mail is sent. */
export function readMailEnv({ SMTP_URL, SMTP_TLS, MAIL_FROM }: Given): MailEnv | undefined {
  const server = SMTP_URL === undefined ? null : parseSmtpUrl(SMTP_URL);
  if (server === null || MAIL_FROM === undefined) return undefined;
  // Nobody listens between a server and a mail server on the same machine, where TLS is rarely set up.
  const tls = SMTP_TLS ?? (isLoopback(server.host) ? 'optional' : 'required');
  return { ...server, isPlainAllowed: tls === 'optional', from: MAIL_FROM };
}

/** The address without a slash at the end; null where it is none that people could open. */
export function parsePublicUrl(text: string): string | null {
  try {
    const url = new URL(text);
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    const isRoot = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
    return isWeb && isRoot ? url.origin : null;
  } catch {
    return null;
  }
}
