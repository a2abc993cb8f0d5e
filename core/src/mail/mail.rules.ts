import { backOffMs } from '../jobs/jobs.rules.ts';
import type { MailKind } from './mail.types.ts';

const HOUR = 3_600_000;
export const MAIL_WINDOW_MS = HOUR;

/** Mails of one kind within an hour: for one person, to one address, and asked for from one network address. */
export const MAIL_LIMITS: Record<
  MailKind,
  { readonly person: number; readonly to: number; readonly from: number }
> = {
  invitation: { person: 5, to: 5, from: Number.POSITIVE_INFINITY },
  // A whole school can be behind one network address.
  reset: { person: 3, to: 3, from: 60 },
  test: { person: 10, to: 5, from: 20 },
  // A network that comes and goes must not fill anybody's mailbox; the app shows all of them.
  kiosk_silent: { person: 6, to: Number.POSITIVE_INFINITY, from: Number.POSITIVE_INFINITY },
  kiosk_back: { person: 6, to: Number.POSITIVE_INFINITY, from: Number.POSITIVE_INFINITY },
};

export function isWithinLimits(
  kind: MailKind,
  asked: { readonly person: number; readonly to: number; readonly from: number },
): boolean {
  const limits = MAIL_LIMITS[kind];
  return asked.person < limits.person && asked.to < limits.to && asked.from < limits.from;
}

/** Ended mails are counted for an hour and shown for a day. */
export const ENDED_MAIL_MS = 24 * HOUR;

/**
 * Whether a mail is given up after so many failed tries: when the waits between them make a day. Counted in tries,
 * because a clock can jump.
 */
export function isGivenUp(tries: number): boolean {
  let waited = 0;
  for (let failures = 1; failures <= tries; failures += 1) waited += backOffMs(failures);
  return waited >= ENDED_MAIL_MS;
}
