import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '@rollcall/core/auth/auth.ports';

/** Runs at most `limit` tasks at once; the rest wait in order. */
export function createLimiter(limit: number) {
  const waiting: (() => void)[] = [];
  let free = limit;

  const acquire = (): Promise<void> | undefined => {
    if (free === 0) return new Promise((start) => waiting.push(start));
    free -= 1;
    return undefined;
  };

  // The slot passes to the next waiting task directly, so that a new task cannot take it first.
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
}

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** For generated passwords, which have 59 random bits: 1 MiB, one pass. The hash string contains its parameters. */
const GENERATED = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

/** Hashes on at most `concurrent` threads at once, so that many sign-ins leave CPU time for other requests. */
export async function createPasswordHasher(concurrent: number): Promise<PasswordHasher> {
  const limited = createLimiter(concurrent);
  return {
    hash: (password) => limited(() => hash(password, OPTIONS)),
    hashGenerated: (password) => limited(() => hash(password, GENERATED)),
    verify: (hashed, password) => limited(() => verify(hashed, password)),
    costOf: (hashed) => (hashed.includes(`$m=${GENERATED.memoryCost},`) ? 'generated' : 'chosen'),
    decoys: {
      chosen: await hash(randomBytes(32), OPTIONS),
      generated: await hash(randomBytes(32), GENERATED),
    },
  };
}
