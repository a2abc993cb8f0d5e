import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { PassphraseKdf } from '@rollcall/core/backup/archive-key';

const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt);

/** 128 MB and about half a second for each guess, on a thread of its own. */
export function createPassphraseKdf(): PassphraseKdf {
  return {
    cost: { name: 'scrypt', N: 2 ** 17, r: 8, p: 1 },
    derive: async (passphrase, salt, { N, r, p }) =>
      new Uint8Array(
        await derive(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r * p }),
      ),
  };
}
