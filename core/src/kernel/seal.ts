import type { RandomSource } from './random.ts';

/** Encrypts bytes with AES-GCM. `context` is authenticated: what was sealed for one thing does not open as another. */

const FORMAT = 1;
const IV_BYTES = 12;
const encoder = new TextEncoder();

/** Copies to a buffer of its own, as the types of WebCrypto require. */
const copyBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

export const importSealKey = (bytes: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', copyBytes(bytes), 'AES-GCM', false, ['encrypt', 'decrypt']);

export async function sealBytes(
  key: CryptoKey,
  plain: Uint8Array,
  context: string,
  random: RandomSource,
): Promise<Uint8Array> {
  const iv = copyBytes(random.bytes(IV_BYTES));
  const parameters = { name: 'AES-GCM', iv, additionalData: encoder.encode(context) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, key, copyBytes(plain)));
  const result = new Uint8Array(1 + IV_BYTES + sealed.length);
  result[0] = FORMAT;
  result.set(iv, 1);
  result.set(sealed, 1 + IV_BYTES);
  return result;
}

/** Fails for bytes that were changed, or sealed with another key or context. */
export async function openBytes(
  key: CryptoKey,
  sealed: Uint8Array,
  context: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { iv, content } = sealedParts(sealed);
  const parameters = { name: 'AES-GCM', iv: copyBytes(iv), additionalData: encoder.encode(context) };
  const opened = crypto.subtle.decrypt(parameters, key, copyBytes(content)).catch(notOpened);
  return new Uint8Array(await opened);
}

/** Opens what `sealBytes` sealed. A host may have a quicker way for many small pieces than WebCrypto. */
export interface Unsealer {
  /** Fails like `openBytes`, at once or later. */
  open(
    key: Uint8Array,
    sealed: Uint8Array,
    context: string,
  ): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
}

export function createWebUnsealer(): Unsealer {
  /** Imported once: a reload of everybody would ask for the master key as often as there are people. */
  const imported = new WeakMap<Uint8Array, Promise<CryptoKey>>();
  return {
    open: async (key, sealed, context) => {
      const known = imported.get(key) ?? importSealKey(key);
      imported.set(key, known);
      return openBytes(await known, sealed, context);
    },
  };
}

/** The one error of all ways to open: which check failed is nobody's business. */
export function notOpened(cause: unknown): never {
  throw new Error('Changed since it was sealed, or sealed with another key or for another purpose.', {
    cause,
  });
}

/** The parts of sealed bytes, for hosts that open them their own way. */
export function sealedParts(sealed: Uint8Array): { iv: Uint8Array; content: Uint8Array } {
  if (sealed[0] !== FORMAT) throw new Error('Sealed by a version of Rollcall that is not known here.');
  return { iv: sealed.subarray(1, 1 + IV_BYTES), content: sealed.subarray(1 + IV_BYTES) };
}
