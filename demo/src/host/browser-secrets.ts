import type { PasswordHasher, PasswordStrength } from '@rollcall/core/auth/auth.ports';
import { toHex } from '@rollcall/core/backup/archive/archive-key';
import type { PassphraseKdf } from '@rollcall/core/backup/backup.ports';
import type { InstallationKeys, MasterKey } from '@rollcall/core/faces/face.ports';
import { createInstallationKeys } from '@rollcall/core/faces/keys/master-key.rules';
import type { RandomSource } from '@rollcall/core/kernel/random';
import { argon2id, argon2Verify, scrypt } from 'hash-wasm';

export const browserRandom: RandomSource = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};

interface Cost {
  readonly memorySize: number;
  readonly iterations: number;
}

/** The same parameters as server/src/keys/passwords.ts, so that hashes verify on either host. */
const CHOSEN: Cost = { memorySize: 19_456, iterations: 2 };
const GENERATED: Cost = { memorySize: 1024, iterations: 1 };

const hashWith = (cost: Cost) => (password: string) =>
  argon2id({
    ...cost,
    password,
    salt: browserRandom.bytes(16),
    parallelism: 1,
    hashLength: 32,
    outputType: 'encoded',
  });

/** A hash that no password matches and that takes as long to verify as a real one. */
function decoy({ memorySize, iterations }: Cost): string {
  const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replaceAll('=', '');
  const cost = `m=${memorySize},t=${iterations},p=1`;
  return `$argon2id$v=19$${cost}$${base64(browserRandom.bytes(16))}$${base64(browserRandom.bytes(32))}`;
}

export function createBrowserPasswords(): PasswordHasher {
  return {
    hash: hashWith(CHOSEN),
    hashGenerated: hashWith(GENERATED),
    // hash-wasm throws on an empty password; no account has one.
    verify: async (hashed, password) => password !== '' && argon2Verify({ hash: hashed, password }),
    costOf: (hashed) => (hashed.includes(`$m=${GENERATED.memorySize},`) ? 'generated' : 'chosen'),
    decoys: { chosen: decoy(CHOSEN), generated: decoy(GENERATED) },
  };
}

/**
 * Judges by the number of different characters. In a browser of one's own a password keeps nobody out, and the
 * dictionaries of the server would be an eighth of the whole demo.
 */
export const browserStrength: PasswordStrength = async (password) => ({
  score: Math.min(4, Math.floor(new Set(password).size / 2)),
  warning: null,
});

/** The same derivation as on the server, so that archives open on either host. */
export const browserKdf: PassphraseKdf = {
  cost: { name: 'scrypt', N: 2 ** 17, r: 8, p: 1 },
  derive: (passphrase, salt, { N, r, p }) =>
    scrypt({
      password: passphrase.normalize('NFKC'),
      salt,
      costFactor: N,
      blockSize: r,
      parallelism: p,
      hashLength: 32,
      outputType: 'binary',
    }),
};

/** Gives the key the same id as the server would: a digest that identifies the key without revealing it. */
async function withId(bytes: Uint8Array): Promise<MasterKey> {
  const label = new TextEncoder().encode('rollcall master key');
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array([...label, ...bytes]));
  return { id: toHex(new Uint8Array(digest)).slice(0, 16), bytes };
}

/** Stores the key beside the data it encrypts: the demo does not protect data from the owner of the browser. */
export async function openMasterKeys(stored: {
  load(): Promise<Uint8Array | null>;
  save(key: Uint8Array): Promise<void>;
}): Promise<InstallationKeys> {
  let bytes = await stored.load();
  if (!bytes) {
    bytes = browserRandom.bytes(32);
    await stored.save(bytes);
  }
  const key = await withId(bytes);
  return createInstallationKeys([key], { kind: 'ok', id: key.id });
}
