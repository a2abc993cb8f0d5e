import type { MailMessage, MailRefused, MailTransport } from '@rollcall/core/mail/mail.ports';

export interface TestMail extends MailTransport {
  readonly sent: MailMessage[];
  /** What the next mails are refused with. */
  refusal: MailRefused | null;
}

/** A mail server that keeps what it takes, or refuses it. */
export function createTestMail(): TestMail {
  const mail: TestMail = {
    from: 'Test School <attendance@school.example>',
    sent: [],
    refusal: null,
    async send(message) {
      if (mail.refusal) throw mail.refusal;
      mail.sent.push(message);
    },
  };
  return mail;
}

/** The token of a link in a mail or an answer; empty where there is none. */
export const tokenIn = (text: string | undefined): string =>
  /#token=([A-Za-z0-9_-]{43})/.exec(text ?? '')?.[1] ?? '';
