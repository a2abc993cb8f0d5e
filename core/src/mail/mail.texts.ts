import { LINK_HOURS } from '../auth/links/links.rules.ts';
import { directionOf, type Language } from '../kernel/language.ts';
import { isolate } from '../kernel/text.ts';
import { KIOSK_TEXTS } from './kiosk-mail.texts.ts';
import type { MailMessage } from './mail.ports.ts';
import type { MailAbout, MailKind, MailTexts } from './mail.types.ts';

const HOURS = LINK_HOURS.reset;
const DAYS = LINK_HOURS.invitation / 24;

const signedInAs = (username: string | null, words: string): string =>
  username === null ? '' : ` ${words} ${username}.`;

/** Arabic nouns by the number before them; one and two are the noun alone. */
const ARABIC_DAYS = { one: 'يوم واحد', two: 'يومين', few: 'أيام', many: 'يومًا', other: 'يوم' };
const ARABIC_HOURS = { one: 'ساعة واحدة', two: 'ساعتين', few: 'ساعات', many: 'ساعة', other: 'ساعة' };
function arabicCount(count: number, forms: typeof ARABIC_DAYS): string {
  const form = new Intl.PluralRules('ar').select(count);
  if (form === 'one' || form === 'two') return forms[form];
  return `${count} ${form === 'few' || form === 'many' ? forms[form] : forms.other}`;
}

const TEXTS: Record<
  Language,
  Record<Exclude<MailKind, 'kiosk_silent' | 'kiosk_back'>, (about: MailAbout) => MailTexts>
> = {
  en: {
    invitation: ({ institution, name, username }) => ({
      subject: `Your account at ${institution}`,
      greeting: `Hello ${name},`,
      body: `${institution} has created an account for you. Please choose a password.${signedInAs(username, 'Your username is')}`,
      action: 'Choose a password',
      end: `The link works once, for ${DAYS} days. If you did not expect this e-mail, you can ignore it.`,
    }),
    reset: ({ institution, name, username }) => ({
      subject: `Your new password for ${institution}`,
      greeting: `Hello ${name},`,
      body: `Someone asked for a new password for your account at ${institution}.${signedInAs(username, 'Your username is')}`,
      action: 'Choose a new password',
      end: `The link works once, for ${HOURS === 1 ? 'an hour' : `${HOURS} hours`}. If this was not you, ignore this e-mail. Your password stays the same.`,
    }),
    test: ({ institution }) => ({
      subject: `Test e-mail from ${institution}`,
      greeting: 'Hello,',
      body: `The Rollcall server of ${institution} can send e-mail.`,
      action: null,
      end: 'You do not have to do anything.',
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
      subject: `Ihr neues Passwort für ${institution}`,
      greeting: `Guten Tag ${name},`,
      body: `Jemand hat ein neues Passwort für Ihr Konto bei ${institution} angefordert.${signedInAs(username, 'Ihr Benutzername ist')}`,
      action: 'Neues Passwort wählen',
      end: `Der Link gilt einmal und ${HOURS === 1 ? 'eine Stunde' : `${HOURS} Stunden`} lang. Wenn Sie das nicht waren, ignorieren Sie diese Nachricht. Ihr Passwort bleibt unverändert.`,
    }),
    test: ({ institution }) => ({
      subject: `Test-E-Mail von ${institution}`,
      greeting: 'Guten Tag,',
      body: `Der Rollcall-Server von ${institution} kann E-Mails senden.`,
      action: null,
      end: 'Sie müssen nichts tun.',
    }),
  },
  ar: {
    invitation: ({ institution, name, username }) => ({
      subject: `حسابك في ${isolate(institution)}`,
      greeting: `مرحبًا ${isolate(name)}،`,
      body: `أنشأت ${isolate(institution)} حسابًا لك. يُرجى اختيار كلمة مرور.${signedInAs(username && isolate(username), 'اسم المستخدم الخاص بك:')}`,
      action: 'اختيار كلمة مرور',
      end: `يعمل الرابط مرة واحدة ولمدة ${arabicCount(DAYS, ARABIC_DAYS)}. إذا لم تكن تتوقع هذه الرسالة، فيمكنك تجاهلها.`,
    }),
    reset: ({ institution, name, username }) => ({
      subject: `كلمة مرورك الجديدة لدى ${isolate(institution)}`,
      greeting: `مرحبًا ${isolate(name)}،`,
      body: `طلب أحدهم كلمة مرور جديدة لحسابك في ${isolate(institution)}.${signedInAs(username && isolate(username), 'اسم المستخدم الخاص بك:')}`,
      action: 'اختيار كلمة مرور جديدة',
      end: `يعمل الرابط مرة واحدة ولمدة ${arabicCount(HOURS, ARABIC_HOURS)}. إذا لم تطلب ذلك، فيمكنك تجاهل هذه الرسالة: كلمة مرورك تبقى كما هي.`,
    }),
    test: ({ institution }) => ({
      subject: `رسالة تجريبية من ${isolate(institution)}`,
      greeting: 'مرحبًا،',
      body: `يستطيع خادم الحضور في ${isolate(institution)} إرسال البريد الإلكتروني.`,
      action: null,
      end: 'لا يلزمك فعل أي شيء.',
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
  { institution, name, username, link, kiosks = [] }: MailAbout,
): Omit<MailMessage, 'to'> {
  const about = { institution: oneLine(institution), name: oneLine(name), username, link, kiosks };
  const { subject, greeting, body, action, end } =
    kind === 'kiosk_silent' || kind === 'kiosk_back'
      ? KIOSK_TEXTS[language][kind](about)
      : TEXTS[language][kind](about);
  const linked = link === null || action === null ? null : { href: link, words: action };
  const text = [greeting, body, linked && `${linked.words}:\n${linked.href}`, end, about.institution];
  const paragraphs = [
    escapeHtml(greeting),
    escapeHtml(body).replaceAll('\n', '<br>'),
    linked && `<a href="${escapeHtml(linked.href)}">${escapeHtml(linked.words)}</a>`,
    escapeHtml(end),
    escapeHtml(about.institution),
  ];
  const html = paragraphs.filter((part) => part !== null).map((part) => `<p>${part}</p>`);
  return {
    subject,
    text: `${text.filter((part) => part !== null).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>\n<body>\n${html.join('\n')}\n</body></html>\n`,
  };
}
