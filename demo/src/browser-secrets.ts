import type { PasswordHasher, RandomSource } from '@rollcall/core/auth/auth.ports';
import { type PassphraseKdf, toHex } from '@rollcall/core/backup/archive-key';
import type { MasterKey, MasterKeys } from '@rollcall/core/faces/face.ports';
import { argon2id, argon2Verify, scrypt } from 'hash-wasm';

export const browserRandom: RandomSource = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};

interface Cost {
  readonly memorySize: number;
  readonly iterations: number;
}

/** The server's own parameters (server/src/passwords.ts): a hash made here is verified there, and the other way. */
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

/** Shaped like a hash of the chosen cost, of nothing: it takes as long to verify and never matches. */
function decoy(): string {
  const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replaceAll('=', '');
  const cost = `m=${CHOSEN.memorySize},t=${CHOSEN.iterations},p=1`;
  return `$argon2id$v=19$${cost}$${base64(browserRandom.bytes(16))}$${base64(browserRandom.bytes(32))}`;
}

export function createBrowserPasswords(): PasswordHasher {
  return {
    hash: hashWith(CHOSEN),
    hashGenerated: hashWith(GENERATED),
    // The library has no word for an empty password; nobody has one.
    verify: async (hashed, password) => password !== '' && argon2Verify({ hash: hashed, password }),
    decoy: decoy(),
  };
}

/** As on the server, so that an archive made on either opens on the other. */
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

/** Named as the server names it: by a digest that says which key it is and nothing about it. */
async function named(bytes: Uint8Array): Promise<MasterKey> {
  const label = new TextEncoder().encode('rollcall master key');
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array([...label, ...bytes]));
  return { id: toHex(new Uint8Array(digest)).slice(0, 16), bytes };
}

/** The key lies beside the data it opens: a demo protects nobody's face from the owner of the browser. */
export async function openMasterKeys(stored: {
  load(): Promise<Uint8Array | null>;
  save(key: Uint8Array): Promise<void>;
}): Promise<MasterKeys> {
  let bytes = await stored.load();
  if (!bytes) {
    bytes = browserRandom.bytes(32);
    await stored.save(bytes);
  }
  const key = await named(bytes);
  return { current: () => key, byId: (id) => (id === key.id ? key : null) };
}
