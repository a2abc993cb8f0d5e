import type { RandomSource } from '../kernel/random.ts';
import type { MasterKeys, TemplateVault, WrappedKey } from './face.ports.ts';

const FORMAT = 1;
const IV_BYTES = 12;
const encoder = new TextEncoder();

/** Additional authenticated data: a template copied to another person or model cannot be opened. */
const templateContext = (personId: number, modelId: string) =>
  encoder.encode(`rollcall template|${personId}|${modelId}`);
const keyContext = (personId: number, masterKeyId: string) =>
  encoder.encode(`rollcall key|${personId}|${masterKeyId}`);

/** Copies to a buffer of its own, as the types of WebCrypto require. */
const copyBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

const importKey = (bytes: Uint8Array) =>
  crypto.subtle.importKey('raw', copyBytes(bytes), 'AES-GCM', false, ['encrypt', 'decrypt']);

export function createTemplateVault({
  keys,
  random,
}: {
  keys: MasterKeys;
  random: RandomSource;
}): TemplateVault {
  const seal = async (key: CryptoKey, plain: Uint8Array, context: Uint8Array): Promise<Uint8Array> => {
    const iv = copyBytes(random.bytes(IV_BYTES));
    const parameters = { name: 'AES-GCM', iv, additionalData: copyBytes(context) };
    const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, key, copyBytes(plain)));
    const result = new Uint8Array(1 + IV_BYTES + sealed.length);
    result[0] = FORMAT;
    result.set(iv, 1);
    result.set(sealed, 1 + IV_BYTES);
    return result;
  };

  const open = async (key: CryptoKey, sealed: Uint8Array, context: Uint8Array): Promise<Uint8Array> => {
    if (sealed[0] !== FORMAT) throw new Error('Sealed by a version of Rollcall that is not known here.');
    const iv = copyBytes(sealed.subarray(1, 1 + IV_BYTES));
    const parameters = { name: 'AES-GCM', iv, additionalData: copyBytes(context) };
    return new Uint8Array(
      await crypto.subtle.decrypt(parameters, key, copyBytes(sealed.subarray(1 + IV_BYTES))),
    );
  };

  const wrap = async (personId: number, dataKey: Uint8Array): Promise<WrappedKey> => {
    const master = keys.current();
    const context = keyContext(personId, master.id);
    return {
      masterKeyId: master.id,
      wrappedKey: await seal(await importKey(master.bytes), dataKey, context),
    };
  };

  const unwrap = async (personId: number, { masterKeyId, wrappedKey }: WrappedKey): Promise<Uint8Array> => {
    const master = keys.byId(masterKeyId);
    if (!master) throw new Error('The master key that wraps this data key is not here.');
    return open(await importKey(master.bytes), wrappedKey, keyContext(personId, masterKeyId));
  };

  return {
    newKey: (personId: number): Promise<WrappedKey> => wrap(personId, random.bytes(32)),

    rewrap: async (personId: number, wrapped: WrappedKey): Promise<WrappedKey> =>
      wrap(personId, await unwrap(personId, wrapped)),

    async forPerson(personId: number, wrapped: WrappedKey) {
      const dataKey = await importKey(await unwrap(personId, wrapped));
      return {
        seal: (modelId: string, embedding: Float32Array): Promise<Uint8Array> => {
          const bytes = new Uint8Array(embedding.buffer, embedding.byteOffset, embedding.byteLength);
          return seal(dataKey, bytes, templateContext(personId, modelId));
        },
        open: async (modelId: string, sealed: Uint8Array): Promise<Float32Array> => {
          const bytes = await open(dataKey, sealed, templateContext(personId, modelId));
          return new Float32Array(copyBytes(bytes).buffer);
        },
      };
    },
  };
}
