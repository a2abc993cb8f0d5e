import type { Language } from '../kernel/language.ts';

export const MAIL_KINDS = ['invitation', 'reset', 'test'] as const;
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
  readonly tries: number;
  readonly state: 'waiting' | 'sent' | 'dropped' | 'failed';
}
