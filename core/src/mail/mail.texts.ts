import { LINK_HOURS } from '../auth/links/links.rules.ts';
import type { Language } from '../kernel/language.ts';
import type { MailMessage } from './mail.ports.ts';
import type { MailKind } from './mail.types.ts';

interface About {
  readonly institution: string;
  readonly name: string;
  readonly username: string | null;
  /** Null in a test. */
  readonly link: string | null;
}

interface Texts {
  readonly subject: string;
  readonly greeting: string;
  readonly body: string;
  /** The words of the link; null where there is none. */
  readonly action: string | null;
  readonly end: string;
}

const HOURS = LINK_HOURS.reset;
const DAYS = LINK_HOURS.invitation / 24;

const signedInAs = (username: string | null, words: string): string =>
  username === null ? '' : ` ${words} ${username}.`;

const TEXTS: Record<Language, Record<MailKind, (about: About) => Texts>> = {
  en: {
    invitation: ({ institution, name, username }) => ({
      subject: `Your account at ${institution}`,
      greeting: `Hello ${name},`,
      body: `${institution} has made an account for you. Please choose a password.${signedInAs(username, 'Your username is')}`,
      action: 'Choose a password',
      end: `The link works once and for ${DAYS} days. If you did not expect this mail, you can ignore it.`,
    }),
    reset: ({ institution, name, username }) => ({
      subject: `A new password for ${institution}`,
      greeting: `Hello ${name},`,
      body: `Somebody asked for a new password for your account at ${institution}.${signedInAs(username, 'Your username is')}`,
      action: 'Choose a new password',
      end: `The link works once and for ${HOURS === 1 ? 'an hour' : `${HOURS} hours`}. If it was not you, you can ignore this mail: your password stays as it is.`,
    }),
    test: ({ institution }) => ({
      subject: `Test mail of ${institution}`,
      greeting: 'Hello,',
      body: `The attendance server of ${institution} can send mail.`,
      action: null,
      end: 'Nothing needs to be done.',
    }),
  },
  de: {
    invitation: ({ institution, name, username }) => ({
      subject: `Ihr Konto bei ${institution}`,
      greeting: `Guten Tag ${name},`,
      body: `${institution} hat ein Konto für Sie angelegt. Bitte wählen Sie ein Passwort.${signedInAs(username, 'Ihr Benutzername ist')}`,
      action: 'Passwort wählen',
      end: `Der Link gilt einmal und ${DAYS} Tage lang. Wenn Sie diese Nachricht nicht erwartet haben, können Sie sie ignorieren.`,
    }),
    reset: ({ institution, name, username }) => ({
      subject: `Ein neues Passwort für ${institution}`,
      greeting: `Guten Tag ${name},`,
      body: `Jemand hat ein neues Passwort für Ihr Konto bei ${institution} angefordert.${signedInAs(username, 'Ihr Benutzername ist')}`,
      action: 'Neues Passwort wählen',
      end: `Der Link gilt einmal und ${HOURS === 1 ? 'eine Stunde' : `${HOURS} Stunden`} lang. Wenn Sie das nicht waren, können Sie diese Nachricht ignorieren: Ihr Passwort bleibt, wie es ist.`,
    }),
    test: ({ institution }) => ({
      subject: `Testnachricht von ${institution}`,
      greeting: 'Guten Tag,',
      body: `Der Anwesenheitsserver von ${institution} kann E-Mails senden.`,
      action: null,
      end: 'Sie müssen nichts tun.',
    }),
  },
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
/** A name with a line break would become a header of its own. */
const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

/** Writes a mail as plain text and as HTML without pictures, styles or anything that is loaded. */
export function writeMail(
  kind: MailKind,
  language: Language,
  { institution, name, username, link }: About,
): Omit<MailMessage, 'to'> {
  const about = { institution: oneLine(institution), name: oneLine(name), username, link };
  const { subject, greeting, body, action, end } = TEXTS[language][kind](about);
  const linked = link === null || action === null ? null : { href: link, words: action };
  const text = [greeting, body, linked && `${linked.words}:\n${linked.href}`, end, about.institution];
  const paragraphs = [
    escapeHtml(greeting),
    escapeHtml(body),
    linked && `<a href="${escapeHtml(linked.href)}">${escapeHtml(linked.words)}</a>`,
    escapeHtml(end),
    escapeHtml(about.institution),
  ];
  const html = paragraphs.filter((part) => part !== null).map((part) => `<p>${part}</p>`);
  return {
    subject,
    text: `${text.filter((part) => part !== null).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>\n<body>\n${html.join('\n')}\n</body></html>\n`,
  };
}
