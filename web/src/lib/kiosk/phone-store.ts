import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

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
  let opened: Promise<IDBPDatabase<PhoneDb>> | null = null;
  const open = () => {
    opened ??= openDB<PhoneDb>('rollcall-phone', 1, {
      upgrade: (db) => void db.createObjectStore('own'),
    });
    return opened;
  };
  return {
    read: async () => (await (await open()).get('own', OWN)) ?? null,
    save: async (phone) => void (await (await open()).put('own', phone, OWN)),
    forget: async () => (await open()).delete('own', OWN),
  };
}
