import type { RandomSource } from '../../kernel/random.ts';
import { importSealKey, openBytes, sealBytes } from '../../kernel/seal.ts';
import type { MasterKeys, TemplateVault, WrappedKey } from '../face.ports.ts';

/** A template copied to another person or model cannot be opened. */
const templateContext = (personId: number, modelId: string) => `rollcall template|${personId}|${modelId}`;
const keyContext = (personId: number, masterKeyId: string) => `rollcall key|${personId}|${masterKeyId}`;

export function createTemplateVault({
  keys,
  random,
}: {
  keys: MasterKeys;
  random: RandomSource;
}): TemplateVault {
  /** Imported once: a reload of everybody would ask for it as often as there are people. */
  const imported = new Map<string, Promise<CryptoKey>>();
  const masterKey = ({
    id,
    bytes,
  }: {
    readonly id: string;
    readonly bytes: Uint8Array;
  }): Promise<CryptoKey> => {
    const known = imported.get(id) ?? importSealKey(bytes);
    imported.set(id, known);
    return known;
  };

  const wrap = async (personId: number, dataKey: Uint8Array): Promise<WrappedKey> => {
    const master = keys.current();
    const context = keyContext(personId, master.id);
    return {
      masterKeyId: master.id,
      wrappedKey: await sealBytes(await masterKey(master), dataKey, context, random),
    };
  };

  const unwrap = async (personId: number, { masterKeyId, wrappedKey }: WrappedKey): Promise<Uint8Array> => {
    const master = keys.byId(masterKeyId);
    if (!master) throw new Error('The master key that wraps this data key is not here.');
    return openBytes(await masterKey(master), wrappedKey, keyContext(personId, masterKeyId));
  };

  return {
    newKey: (personId: number): Promise<WrappedKey> => wrap(personId, random.bytes(32)),

    rewrap: async (personId: number, wrapped: WrappedKey): Promise<WrappedKey> =>
      wrap(personId, await unwrap(personId, wrapped)),

    async forPerson(personId: number, wrapped: WrappedKey) {
      const dataKey = await importSealKey(await unwrap(personId, wrapped));
      return {
        seal: (modelId: string, embedding: Float32Array): Promise<Uint8Array> => {
          const bytes = new Uint8Array(embedding.buffer, embedding.byteOffset, embedding.byteLength);
          return sealBytes(dataKey, bytes, templateContext(personId, modelId), random);
        },
        open: async (modelId: string, sealed: Uint8Array): Promise<Float32Array> => {
          const bytes = await openBytes(dataKey, sealed, templateContext(personId, modelId));
          return new Float32Array(bytes.buffer);
        },
      };
    },
  };
}
