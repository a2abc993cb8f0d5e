import type { DBSchema } from 'idb';
import { openKept } from './open-kept.ts';

/** What this browser makes codes with. The key signs, and no script reads it. */
export interface OwnPhone {
  readonly phoneId: string;
  readonly key: CryptoKey;
  /** Whose codes they are. */
  readonly name: string;
  /** What the server's clock is ahead of this device's, in milliseconds, and when that was found. */
  readonly aheadMs: number;
  readonly comparedAt: Date;
}

/** Port: what a browser remembers of being somebody's phone. */
export interface PhoneStore {
  read(): Promise<OwnPhone | null>;
  save(phone: OwnPhone): Promise<void>;
  forget(): Promise<void>;
}

interface PhoneDb extends DBSchema {
  own: { key: string; value: OwnPhone };
}

const OWN = 'own';

/** Keeps it in IndexedDB, where it is without a network too. */
export function createPhoneStore(): PhoneStore {
  const open = openKept<PhoneDb>('rollcall-phone', (db) => void db.createObjectStore('own'));
  return {
    read: async () => (await (await open()).get('own', OWN)) ?? null,
    save: async (phone) => void (await (await open()).put('own', phone, OWN)),
    forget: async () => (await open()).delete('own', OWN),
  };
}
