import type { ExitVerifier } from './exit-pin.ports.ts';

/** As OWASP recommends for PBKDF2 with SHA-256. */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;

async function derive(
  pin: string,
  { salt, rounds }: Pick<ExitVerifier, 'salt' | 'rounds'>,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations: rounds };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, HASH_BITS));
}

export async function verifierOf(
  pin: string,
  random: { bytes(length: number): Uint8Array },
): Promise<ExitVerifier> {
  const parameters = { salt: random.bytes(SALT_BYTES), rounds: ROUNDS };
  return { ...parameters, hash: await derive(pin, parameters) };
}

export async function isExitPin(pin: string, verifier: ExitVerifier): Promise<boolean> {
  const hash = await derive(pin, verifier);
  return hash.length === verifier.hash.length && hash.every((byte, at) => byte === verifier.hash[at]);
}

/** Wrong tries that a device remembers: how many in a row, and when the last one was. */
export interface WrongTries {
  readonly count: number;
  readonly lastAt: Date;
}

const FREE_TRIES = 3;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** How long a device waits before it takes another PIN. A clock that was set back does not shorten it. */
export function pauseLeft({ count, lastAt }: WrongTries, now: Date): number {
  if (count < FREE_TRIES) return 0;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (count - FREE_TRIES), LONGEST_PAUSE_MS);
  const waited = Math.max(0, now.getTime() - lastAt.getTime());
  return Math.max(0, pause - waited);
}
