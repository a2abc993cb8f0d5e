import type { MasterKeys } from '../faces/face.ports.ts';
import { AppError } from '../kernel/errors.ts';
import type { RandomSource } from '../kernel/random.ts';
import { importSealKey, openBytes, sealBytes } from '../kernel/seal.ts';

/** A secret that only the master key opens. */
export interface SealedSecret {
  readonly masterKeyId: string;
  readonly sealed: Uint8Array;
}

/** Seals small secrets with the master key of the installation. */
export interface SecretBox {
  /** `purpose` names what the secret is for and whose it is. Fails with `key_missing` without a key. */
  seal(purpose: string, plain: Uint8Array): Promise<SealedSecret>;
  /** Whether the key is here: not after a restore on another machine, until it is imported. */
  canOpen(secret: SealedSecret): boolean;
  /** Null when the key is not here, or when it was sealed for another purpose. */
  open(purpose: string, secret: SealedSecret): Promise<Uint8Array | null>;
}

export function createSecretBox({ keys, random }: { keys: MasterKeys; random: RandomSource }): SecretBox {
  const contextOf = (purpose: string, masterKeyId: string) => `rollcall secret|${purpose}|${masterKeyId}`;
  const currentKey = () => {
    try {
      return keys.current();
    } catch (cause) {
      throw new AppError('key_missing', { cause });
    }
  };
  return {
    async seal(purpose, plain) {
      const { id, bytes } = currentKey();
      const key = await importSealKey(bytes);
      return { masterKeyId: id, sealed: await sealBytes(key, plain, contextOf(purpose, id), random) };
    },
    canOpen: ({ masterKeyId }) => keys.byId(masterKeyId) !== null,
    async open(purpose, { masterKeyId, sealed }) {
      const master = keys.byId(masterKeyId);
      if (!master) return null;
      const key = await importSealKey(master.bytes);
      return openBytes(key, sealed, contextOf(purpose, masterKeyId)).catch(() => null);
    },
  };
}
