import type { RandomSource } from './auth.ports.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 256 random bits, in letters that need no escaping anywhere. */
export function newToken(random: RandomSource): string {
  const bytes = random.bytes(43);
  return Array.from(bytes, (byte) => ALPHABET[byte & 63]).join('');
}

/** What is stored: whoever reads the table cannot sign in with it. A token is random, so a plain digest is enough. */
export async function hashToken(token: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
}

/** An opaque name for a file or a scan. */
export function randomName(random: RandomSource): string {
  return Array.from(random.bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
