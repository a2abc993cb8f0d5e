import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { browserKdf, createBrowserPasswords } from './browser-secrets.ts';

describe('password hashing and key derivation in the browser', () => {
  it('hashes with the parameters of the server, and verifies', async () => {
    const passwords = createBrowserPasswords();
    const hash = await passwords.hash('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, 'correct horse')).toBe(true);
    expect(await passwords.verify(hash, 'another')).toBe(false);
    expect(await passwords.verify(await passwords.hashGenerated('x'), 'x')).toBe(true);
  });

  it('never matches the decoy hash', async () => {
    const { verify, decoys } = createBrowserPasswords();
    expect(await verify(decoys.chosen, 'anything')).toBe(false);
    expect(await verify(decoys.generated, '')).toBe(false);
  });

  it('derives the same archive key as scrypt in Node', async () => {
    const salt = new Uint8Array(32).fill(7);
    const cost = { name: 'scrypt', N: 1024, r: 8, p: 1 } as const;
    const derived = await browserKdf.derive('Überraschung', salt, cost);
    expect(Buffer.from(derived)).toEqual(
      scryptSync('Überraschung'.normalize('NFKC'), salt, 32, { N: 1024, r: 8, p: 1 }),
    );
  });
});
