import type { Language } from '../kernel/language.ts';

export const MAIL_KINDS = ['invitation', 'reset', 'test', 'kiosk_silent', 'kiosk_back'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * A mail to be sent. It has no text: that is made when it is sent, so that no link lies in the database.
 * docs/decisions/0042.
 */
export interface OutboxMail {
  readonly id: number;
  readonly kind: MailKind;
  /** Whose address it goes to; null for a test, and where nobody has the account that was asked for. */
  readonly personId: number | null;
  /** The address of a test. */
  readonly to: string | null;
  readonly language: Language;
  /** The network of whoever asked for it, or the network address. */
  readonly askedFrom: string;
  readonly askedAt: Date;
  /** What a mail about kiosks is about. */
  readonly kioskSilenceId: string | null;
  readonly tries: number;
  readonly state: 'waiting' | 'sent' | 'dropped' | 'failed';
}

/** A kiosk in a mail: its name with the place, and formatted moments. */
export interface KioskInMail {
  readonly name: string;
  readonly since: string;
  /** Null while it is silent. */
  readonly back: string | null;
}

/** What a mail tells about. */
export interface MailAbout {
  readonly institution: string;
  readonly name: string;
  readonly username: string | null;
  /** Null in a test, and where the address of the server is not known. */
  readonly link: string | null;
  readonly kiosks?: readonly KioskInMail[];
}

export interface MailTexts {
  readonly subject: string;
  readonly greeting: string;
  /** May have several lines. */
  readonly body: string;
  /** The words of the link; null where there is none. */
  readonly action: string | null;
  readonly end: string;
}
