import { KIOSK_KEY, toBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import type { DBSchema } from 'idb';
import { openKept } from './open-kept.ts';

/** Who this device is: a key whose private half cannot be read, and the kiosk that it was paired as. */
export interface KioskIdentity {
  readonly privateKey: CryptoKey;
  readonly publicKey: string;
  /** Null until it is paired. */
  readonly kioskId: string | null;
}

/** Port: what a device remembers of being a kiosk. */
export interface KioskStore {
  read(): Promise<KioskIdentity | null>;
  save(identity: KioskIdentity): Promise<void>;
  /** The device is no kiosk any more. Its key stays: what it wrote down is signed with it. */
  forget(): Promise<void>;
  /** The number of the next request, which no tab of this device takes twice. */
  nextCounter(): Promise<number>;
  /** The server has heard this number already: the next one is larger, also where storage was set back to an older state. */
  countOnFrom(counter: number): Promise<void>;
}

interface KioskDb extends DBSchema {
  identity: { key: string; value: KioskIdentity };
  counters: { key: string; value: number };
}

const OWN = 'own';

/** Keeps them in IndexedDB, which stores a key without giving its private half to any script. */
export function createKioskStore(): KioskStore {
  const open = openKept<KioskDb>('rollcall-kiosk', (db) => {
    db.createObjectStore('identity');
    db.createObjectStore('counters');
  });
  return {
    read: async () => (await (await open()).get('identity', OWN)) ?? null,
    async save(identity) {
      await (await open()).put('identity', identity, OWN);
    },
    async forget() {
      const tx = (await open()).transaction('identity', 'readwrite');
      const identity = await tx.store.get(OWN);
      if (identity) await tx.store.put({ ...identity, kioskId: null }, OWN);
      await tx.done;
    },
    async nextCounter() {
      const tx = (await open()).transaction('counters', 'readwrite', { durability: 'strict' });
      const next = ((await tx.store.get(OWN)) ?? 0) + 1;
      await tx.store.put(next, OWN);
      await tx.done;
      return next;
    },
    async countOnFrom(counter) {
      const tx = (await open()).transaction('counters', 'readwrite', { durability: 'strict' });
      await tx.store.put(Math.max((await tx.store.get(OWN)) ?? 0, counter), OWN);
      await tx.done;
    },
  };
}

/** A new key. The browser never gives its private half away. */
export async function newIdentity(): Promise<KioskIdentity> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KIOSK_KEY, false, ['sign', 'verify']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  return { privateKey, publicKey: toBase64Url(raw), kioskId: null };
}
