import type { MasterKeys } from '../../faces/face.ports.ts';
import type { RandomSource } from '../../kernel/random.ts';
import type { KdfCost, PassphraseKdf } from '../backup.ports.ts';
import { ArchiveError } from './archive-error.ts';

/** Identifies the key of a sealed file without revealing it. `check` tells a wrong key from a damaged file. */
export type KeyHint = { readonly salt: string; readonly check: string } & (
  | { readonly by: 'master'; readonly id: string }
  | { readonly by: 'passphrase'; readonly cost: KdfCost }
);

export type SealWith = { readonly by: 'master' } | { readonly by: 'passphrase'; readonly passphrase: string };

export interface KeyNeeds {
  readonly keys: MasterKeys;
  readonly kdf: PassphraseKdf;
}

const SALT_BYTES = 32;
const encoder = new TextEncoder();

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

const copyBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

async function hkdf(secret: Uint8Array, salt: Uint8Array, info: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', copyBytes(secret), 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: copyBytes(salt), info: encoder.encode(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
}

/** Derives the key of one file from a fresh salt, so that its frame counter can start at zero. */
const fileKey = async (secret: Uint8Array, salt: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', await hkdf(secret, salt, 'rollcall file'), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);

const keyCheck = async (secret: Uint8Array, salt: Uint8Array): Promise<string> =>
  toHex((await hkdf(secret, salt, 'rollcall check')).subarray(0, 8));

export async function newFileKey(
  needs: KeyNeeds & { readonly random: RandomSource },
  sealWith: SealWith,
): Promise<{ key: CryptoKey; hint: KeyHint }> {
  const salt = needs.random.bytes(SALT_BYTES);
  const saltAndCheck = async (secret: Uint8Array) => ({
    salt: toHex(salt),
    check: await keyCheck(secret, salt),
  });
  if (sealWith.by === 'master') {
    const { id, bytes } = needs.keys.current();
    return { key: await fileKey(bytes, salt), hint: { by: 'master', id, ...(await saltAndCheck(bytes)) } };
  }
  const { cost } = needs.kdf;
  const secret = await needs.kdf.derive(sealWith.passphrase, salt, cost);
  return {
    key: await fileKey(secret, salt),
    hint: { by: 'passphrase', cost, ...(await saltAndCheck(secret)) },
  };
}

export async function openFileKey(
  needs: KeyNeeds,
  hint: KeyHint,
  passphrase: string | null,
): Promise<CryptoKey> {
  const salt = fromHex(hint.salt);
  const secret = await findSecret(needs, hint, salt, passphrase);
  if ((await keyCheck(secret, salt)) !== hint.check) throw new ArchiveError('wrong_key');
  return fileKey(secret, salt);
}

async function findSecret(
  { keys, kdf }: KeyNeeds,
  hint: KeyHint,
  salt: Uint8Array,
  passphrase: string | null,
): Promise<Uint8Array> {
  if (hint.by === 'passphrase') {
    if (passphrase === null) throw new ArchiveError('key_missing');
    return kdf.derive(passphrase, salt, hint.cost);
  }
  const master = keys.byId(hint.id);
  if (!master) throw new ArchiveError('key_missing');
  return master.bytes;
}
