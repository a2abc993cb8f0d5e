import type { RandomSource } from '../auth/auth.ports.ts';

/** Letters and digits that cannot be mistaken for one another on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twelve of 31: 59 bits that nobody chose and nobody can guess, in groups that can be typed. */
export function newPassword(random: RandomSource): string {
  const letters: string[] = [];
  while (letters.length < 12) {
    for (const byte of random.bytes(24)) {
      // Above the last whole multiple of 31 a letter would come up more often than others.
      if (byte < 248 && letters.length < 12) letters.push(LETTERS[byte % LETTERS.length] ?? '');
    }
  }
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-');
}
