import { Secret, TOTP } from 'otpauth';
import type { RandomSource } from '../../kernel/random.ts';

/** Codes of apps such as Aegis or Google Authenticator (RFC 6238): SHA-1, six digits, thirty seconds, which all apps know. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps by which the clock of a phone may be off. */
const WINDOW = 1;
const SECRET_BYTES = 20;

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });

export const newTotpSecret = (random: RandomSource): Uint8Array => random.bytes(SECRET_BYTES);

/** The secret as people type it and as an app scans it. */
export function totpSetUp(
  secret: Uint8Array,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): { secret: string; uri: string } {
  const totp = new TOTP({ ...PARAMETERS, issuer, label, secret: secretOf(secret) });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The step to which a code belongs, near the given time; null for a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...PARAMETERS, secret: secretOf(secret) });
  const delta = totp.validate({ token, timestamp: at.getTime(), window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: at.getTime() }) + delta;
}
