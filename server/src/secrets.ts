import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SetupCode } from '@rollcall/core/ports';

/** Letters that cannot be mistaken for one another when read off a console. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** One code per start of the server; printed on its console and nowhere else. */
export function createSetupCode(): SetupCode & { readonly text: string } {
  const letters = Array.from(randomBytes(12), (byte) => LETTERS[byte % LETTERS.length]);
  const text = [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)]
    .map((part) => part.join(''))
    .join('-');
  const plain = (code: string) => Buffer.from(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
  const wanted = plain(text);
  return {
    text,
    matches: (code) => {
      const given = plain(code);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}
