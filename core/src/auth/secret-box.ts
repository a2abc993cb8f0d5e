import type { MasterKeys } from '../faces/face.ports.ts';
import { AppError } from '../kernel/errors.ts';
import type { RandomSource } from '../kernel/random.ts';
import { importSealKey, openBytes, sealBytes } from '../kernel/seal.ts';
import type { SecretBox } from './auth.ports.ts';

/** How soon to ask again where the master key is not here. */
const RETRY_SECONDS = 60;

export function createSecretBox({ keys, random }: { keys: MasterKeys; random: RandomSource }): SecretBox {
  const contextOf = (purpose: string, masterKeyId: string) => `rollcall secret|${purpose}|${masterKeyId}`;
  const currentKey = () => {
    try {
      return keys.current();
    } catch (cause) {
      throw new AppError('key_missing', { cause });
    }
  };
  const hasKey = (): boolean => {
    try {
      return keys.current() !== null;
    } catch {
      return false;
    }
  };
  const assertKey = (): void => {
    if (!hasKey()) throw new AppError('key_not_here', { retryAfterSeconds: RETRY_SECONDS });
  };
  return {
    async digest(purpose, text) {
      const { bytes } = currentKey();
      const master = await crypto.subtle.importKey('raw', new Uint8Array(bytes), 'HKDF', false, [
        'deriveKey',
      ]);
      const info = new TextEncoder().encode(`rollcall digest|${purpose}`);
      const key = await crypto.subtle.deriveKey(
        { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
        master,
        { name: 'HMAC', hash: 'SHA-256', length: 256 },
        false,
        ['sign'],
      );
      return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
    },
    async seal(purpose, plain) {
      const { id, bytes } = currentKey();
      const key = await importSealKey(bytes);
      return { masterKeyId: id, sealed: await sealBytes(key, plain, contextOf(purpose, id), random) };
    },
    hasKey,
    assertKey,
    assertOpens({ masterKeyId }) {
      if (keys.byId(masterKeyId) === null) assertKey();
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
