import type { RandomSource } from '../kernel/random.ts';

/** Characters that are not confused with one another in print. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Generates a password of twelve random characters of 31 (59 bits), in groups of four. */
export function generatePassword(random: RandomSource): string {
  const characters: string[] = [];
  while (characters.length < 12) {
    for (const byte of random.bytes(24)) {
      // 248 is the largest multiple of 31 in a byte; larger values are dropped to keep the choice uniform.
      if (byte < 248 && characters.length < 12)
        characters.push(PASSWORD_CHARACTERS[byte % PASSWORD_CHARACTERS.length] ?? '');
    }
  }
  return [0, 4, 8].map((at) => characters.slice(at, at + 4).join('')).join('-');
}
