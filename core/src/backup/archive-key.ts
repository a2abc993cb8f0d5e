import type { RandomSource } from '../auth/auth.ports.ts';
import type { MasterKeys } from '../faces/face.ports.ts';
import { ArchiveError } from './archive-error.ts';

/** What a passphrase costs to try; written into the file, so that a later version can ask for more. */
export interface KdfCost {
  readonly name: 'scrypt';
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Slow on purpose, and off the event loop. */
export interface PassphraseKdf {
  readonly cost: KdfCost;
  derive(passphrase: string, salt: Uint8Array, cost: KdfCost): Promise<Uint8Array>;
}

/** How a sealed file names its key, never the key itself. `check` tells a wrong key from a damaged file. */
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
const text = new TextEncoder();

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

async function hkdf(secret: Uint8Array, salt: Uint8Array, info: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', own(secret), 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: own(salt), info: text.encode(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
}

/** One key per file, from a fresh salt: the counter of its frames may then begin at zero. */
const fileKey = async (secret: Uint8Array, salt: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', await hkdf(secret, salt, 'rollcall file'), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);

const checkOf = async (secret: Uint8Array, salt: Uint8Array): Promise<string> =>
  toHex((await hkdf(secret, salt, 'rollcall check')).subarray(0, 8));

export async function newFileKey(
  needs: KeyNeeds & { readonly random: RandomSource },
  sealWith: SealWith,
): Promise<{ key: CryptoKey; hint: KeyHint }> {
  const salt = needs.random.bytes(SALT_BYTES);
  const common = async (secret: Uint8Array) => ({ salt: toHex(salt), check: await checkOf(secret, salt) });
  if (sealWith.by === 'master') {
    const { id, bytes } = needs.keys.current();
    return { key: await fileKey(bytes, salt), hint: { by: 'master', id, ...(await common(bytes)) } };
  }
  const { cost } = needs.kdf;
  const secret = await needs.kdf.derive(sealWith.passphrase, salt, cost);
  return { key: await fileKey(secret, salt), hint: { by: 'passphrase', cost, ...(await common(secret)) } };
}

export async function openFileKey(
  needs: KeyNeeds,
  hint: KeyHint,
  passphrase: string | null,
): Promise<CryptoKey> {
  const salt = fromHex(hint.salt);
  const secret = await secretOf(needs, hint, salt, passphrase);
  if ((await checkOf(secret, salt)) !== hint.check) throw new ArchiveError('wrong_key');
  return fileKey(secret, salt);
}

async function secretOf(
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
