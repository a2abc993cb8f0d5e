import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PassphraseKdf } from '@rollcall/core/backup/backup.ports';
import type { RandomSource } from '@rollcall/core/kernel/random';
import type { SetupCode } from '@rollcall/core/settings/settings.ports';

export const systemRandom: RandomSource = { bytes: (length) => new Uint8Array(randomBytes(length)) };

/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

function newSetupCode(): string {
  const letters = Array.from(randomBytes(12), (byte) => LETTERS[byte % LETTERS.length]);
  return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)].map((part) => part.join('')).join('-');
}

/**
 * Creates the set-up code of this start of the server. It is printed on the console; only its digest is stored. The
 * processes of one server are given the same text.
 */
export function createSetupCode(text = newSetupCode()): SetupCode & { readonly text: string } {
  const normalise = (code: string) => Buffer.from(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
  const expected = normalise(text);
  return {
    text,
    matches: (code) => {
      const given = normalise(code);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt);

/** scrypt on a libuv thread: 128 MB and about half a second for each guess. */
export function createPassphraseKdf(): PassphraseKdf {
  return {
    cost: { name: 'scrypt', N: 2 ** 17, r: 8, p: 1 },
    derive: async (passphrase, salt, { N, r, p }) =>
      new Uint8Array(
        await derive(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r * p }),
      ),
  };
}
