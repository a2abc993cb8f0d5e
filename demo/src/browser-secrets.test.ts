import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { browserKdf, createBrowserPasswords } from './browser-secrets.ts';

describe('secrets of the browser', () => {
  it('are hashed at the server’s own price, and verified', async () => {
    const passwords = createBrowserPasswords();
    const hash = await passwords.hash('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, 'correct horse')).toBe(true);
    expect(await passwords.verify(hash, 'another')).toBe(false);
    expect(await passwords.verify(await passwords.hashGenerated('x'), 'x')).toBe(true);
  });

  it('match nothing where there is nothing to match', async () => {
    const { verify, decoy } = createBrowserPasswords();
    expect(await verify(decoy, 'anything')).toBe(false);
    expect(await verify(decoy, '')).toBe(false);
  });

  it('make the key of an archive that the server makes too', async () => {
    const salt = new Uint8Array(32).fill(7);
    const cost = { name: 'scrypt', N: 1024, r: 8, p: 1 } as const;
    const ours = await browserKdf.derive('Überraschung', salt, cost);
    expect(Buffer.from(ours)).toEqual(
      scryptSync('Überraschung'.normalize('NFKC'), salt, 32, { N: 1024, r: 8, p: 1 }),
    );
  });
});
