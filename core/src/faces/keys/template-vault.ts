import type { RandomSource } from '../../kernel/random.ts';
import { createWebUnsealer, importSealKey, sealBytes, type Unsealer } from '../../kernel/seal.ts';
import type { MasterKeys, TemplateVault, WrappedKey } from '../face.ports.ts';

/** A template copied to another person or model cannot be opened. */
const templateContext = (personId: number, modelId: string) => `rollcall template|${personId}|${modelId}`;
const keyContext = (personId: number, masterKeyId: string) => `rollcall key|${personId}|${masterKeyId}`;

export function createTemplateVault({
  keys,
  random,
  unsealer = createWebUnsealer(),
}: {
  keys: MasterKeys;
  random: RandomSource;
  unsealer?: Unsealer | undefined;
}): TemplateVault {
  const wrap = async (personId: number, dataKey: Uint8Array): Promise<WrappedKey> => {
    const master = keys.current();
    const context = keyContext(personId, master.id);
    return {
      masterKeyId: master.id,
      wrappedKey: await sealBytes(await importSealKey(master.bytes), dataKey, context, random),
    };
  };

  const unwrap = async (personId: number, { masterKeyId, wrappedKey }: WrappedKey): Promise<Uint8Array> => {
    const master = keys.byId(masterKeyId);
    if (!master) throw new Error('The master key that wraps this data key is not here.');
    return unsealer.open(master.bytes, wrappedKey, keyContext(personId, masterKeyId));
  };

  return {
    newKey: (personId: number): Promise<WrappedKey> => wrap(personId, random.bytes(32)),

    rewrap: async (personId: number, wrapped: WrappedKey): Promise<WrappedKey> =>
      wrap(personId, await unwrap(personId, wrapped)),

    async forPerson(personId: number, wrapped: WrappedKey) {
      const dataKey = await unwrap(personId, wrapped);
      return {
        seal: async (modelId: string, embedding: Float32Array): Promise<Uint8Array> => {
          const bytes = new Uint8Array(embedding.buffer, embedding.byteOffset, embedding.byteLength);
          return sealBytes(await importSealKey(dataKey), bytes, templateContext(personId, modelId), random);
        },
        open: async (modelId: string, sealed: Uint8Array): Promise<Float32Array> => {
          const bytes = await unsealer.open(dataKey, sealed, templateContext(personId, modelId));
          return new Float32Array(bytes.buffer);
        },
      };
    },
  };
}
