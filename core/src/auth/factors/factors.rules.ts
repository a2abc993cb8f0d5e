import { hashToken, type RandomSource } from '../../kernel/random.ts';
import type { FactorMethod, FactorSummary, RelyingParty } from './factors.types.ts';

const MINUTE = 60_000;
/** How long a ticket and a challenge of a passkey are valid. */
export const TICKET_MS = 5 * MINUTE;
export const CHALLENGE_MS = 5 * MINUTE;
/** Dialogs for a passkey alone that one network has open: each sign-in page has one, and a school can be behind one address. */
export const OPEN_DIALOGS_MAX = 3000;
/** Wrong codes after which a sign-in begins anew. */
export const TICKET_TRIES = 5;
/** A set-up of an app that was not finished is forgotten. */
export const PENDING_TOTP_MS = 24 * 60 * MINUTE;
export const PASSKEY_NAME_MAX = 60;
export const PASSKEYS_MAX = 20;
const RECOVERY_CODES = 10;

export const hasFactor = ({ passkeys, totp }: FactorSummary): boolean => passkeys > 0 || totp !== null;

/** What the secret of an app is sealed for: it does not open as somebody else's. */
export const totpPurpose = (personId: number): string => `totp|${personId}`;

const IP_ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/;
const LOCAL = /^(.+\.)?localhost$/;

/** Null where browsers offer no passkeys: without HTTPS, unless on this machine, and under a number instead of a name. */
export function relyingPartyOf(origin: string | null): RelyingParty | null {
  if (origin === null || !URL.canParse(origin)) return null;
  const { hostname, protocol, origin: clean } = new URL(origin);
  if (IP_ADDRESS.test(hostname) || hostname === '') return null;
  if (protocol !== 'https:' && !(protocol === 'http:' && LOCAL.test(hostname))) return null;
  return { id: hostname, origin: clean };
}

/** Letters and digits that are not taken for each other; 32 of them, five bits each. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Ten codes of 80 random bits: too many to guess, also for somebody who has their digests. */
export const newRecoveryCodes = (random: RandomSource): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(random.bytes(16), (byte) => LETTERS[byte & 31]).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  });

/** The digest that is stored. Case, spaces and dashes do not matter. */
export const digestOfRecoveryCode = (personId: number, code: string): Promise<Uint8Array> =>
  hashToken(`recovery code|${personId}|${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);

/** The ways in which somebody can show their second factor here; a code of the app only where its secret can be opened. */
export function methodsOf(
  { passkeys, totp, recoveryCodes }: FactorSummary,
  able: { readonly passkeys: boolean; readonly totp: boolean },
): FactorMethod[] {
  return [
    ...(passkeys > 0 && able.passkeys ? (['passkey'] as const) : []),
    ...(totp !== null && able.totp ? (['totp'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ];
}
