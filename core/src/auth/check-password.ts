import type { HashCost, PasswordHasher } from './auth.ports.ts';

const COSTS: readonly HashCost[] = ['chosen', 'generated'];

/** Two keyboards may write the same letter in two ways. Hashes are of this form, older ones of what was typed. */
export const normalisePassword = (password: string): string => password.normalize('NFKC');

export const normalising = (passwords: PasswordHasher): PasswordHasher => ({
  ...passwords,
  verify: (hash, password) => passwords.verify(hash, password),
  hash: (password) => passwords.hash(normalisePassword(password)),
});

/**
 * Whether the password belongs to the hash. The same work for every account, also without a password or without an
 * account: one hash of each cost is verified, and a decoy stands in for the one that is not there.
 */
export async function checkPassword(
  passwords: PasswordHasher,
  hash: string | null,
  password: string,
): Promise<boolean> {
  const cost = hash === null ? null : passwords.costOf(hash);
  let isRight = false;
  for (const text of new Set([normalisePassword(password), password])) {
    for (const each of COSTS) {
      const isOwn = hash !== null && each === cost;
      const matches = await passwords.verify(isOwn ? hash : passwords.decoys[each], text);
      isRight ||= isOwn && matches;
    }
  }
  return isRight;
}
