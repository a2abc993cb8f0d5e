import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '@rollcall/core/auth/auth.ports';
import { createLimiter } from './limiter.ts';

/** argon2id (the library's default) as OWASP recommends it: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Enough for 59 random bits: 1 MiB, one pass. The string says so itself, and is verified like any other. */
const GENERATED = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

/**
 * Hashing runs on threads of its own, but the cores are the same: at most `concurrent` at once, so that a rush
 * of sign-ins leaves room for everybody else.
 */
export async function createPasswordHasher(concurrent: number): Promise<PasswordHasher> {
  const limited = createLimiter(concurrent);
  return {
    hash: (password) => limited(() => hash(password, OPTIONS)),
    hashGenerated: (password) => limited(() => hash(password, GENERATED)),
    verify: (hashed, password) => limited(() => verify(hashed, password)),
    decoy: await hash(randomBytes(32), OPTIONS),
  };
}
