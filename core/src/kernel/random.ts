/** Port: cryptographically strong random bytes from the host. */
export interface RandomSource {
  bytes(length: number): Uint8Array;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A session token of 258 random bits, in characters that need no escaping in URLs and headers. */
export function newToken(random: RandomSource): string {
  const bytes = random.bytes(43);
  return Array.from(bytes, (byte) => ALPHABET[byte & 63]).join('');
}

/** The digest that is stored instead of the token. A token is random, so a plain SHA-256 is enough. */
export async function hashToken(token: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
}

/** The same as text. */
export async function hexDigest(text: string): Promise<string> {
  return Array.from(await hashToken(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random hexadecimal name for a file or a scan. */
export function randomName(random: RandomSource): string {
  return Array.from(random.bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
