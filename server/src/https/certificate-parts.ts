import { createPrivateKey, KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto';

/** What the authority and the server's certificate are both made of. */

export const DAY_MS = 24 * 60 * 60_000;
export const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
export const SIGNING_ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** There was no HTTPS in Rollcall before. A clock that says so is wrong: a board without a battery starts in 1970. */
export const EARLIEST = new Date('2026-01-01T00:00:00Z');

/** A private key with its certificate. They are kept in one file, so that there is never one without the other. */
export interface KeyWithCertificate {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

export const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);

export const keyToPem = (key: webcrypto.CryptoKey): string =>
  String(KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }));

/** Positive and not to be guessed, of 16 bytes. */
export function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

/** Reads a key and its certificate; null where the text does not hold both, or they do not belong together. */
export function readPem(text: string): KeyWithCertificate | null {
  try {
    const key = createPrivateKey(text);
    const certificate = new X509Certificate(text);
    return certificate.checkPrivateKey(key) ? { key, certificate } : null;
  } catch {
    return null;
  }
}
