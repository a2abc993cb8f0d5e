import type { WrongTries } from '@rollcall/core/attendance/kiosk/exit/exit-pin.rules';
import type { DBSchema } from 'idb';
import type { Answer, Api } from '../api/api.ts';
import { openKept } from './open-kept.ts';

export type PresentOnKiosk = Answer<Awaited<ReturnType<Api['kiosk']['present']['$get']>>>;

/** The list of who is present, with the moment at which the kiosk got it. */
export interface KeptList {
  readonly at: Date;
  readonly list: PresentOnKiosk;
}

/** Port: what lies behind the exit PIN of a kiosk, and how often that was wrong. */
export interface BehindExit {
  tries(): Promise<WrongTries | null>;
  saveTries(tries: WrongTries | null): Promise<void>;
  /** Null while none is kept; one that is older than a day is removed. */
  list(now: Date): Promise<KeptList | null>;
  saveList(kept: KeptList): Promise<void>;
  /** The numbers of those who were ticked on this device. */
  ticks(): Promise<readonly string[]>;
  saveTicks(ids: readonly string[]): Promise<void>;
  forgetList(): Promise<void>;
  /** Removes everything: the device is no kiosk any more. */
  forget(): Promise<void>;
}

const LIFETIME_MS = 24 * 60 * 60_000;

/** Encrypted text, with the moment of what it holds. */
interface Sealed {
  readonly at: Date;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

interface ExitDb extends DBSchema {
  tries: { key: string; value: WrongTries };
  keys: { key: string; value: CryptoKey };
  sealed: { key: 'list' | 'ticks'; value: Sealed };
}

const OWN = 'own';
const CIPHER = { name: 'AES-GCM', length: 256 } as const;

/**
 * Keeps it in IndexedDB. Names are encrypted with a key that no script can read, so that a list is gone with its key even
 * where the browser has not yet overwritten it.
 */
export function createBehindExit(): BehindExit {
  const open = openKept<ExitDb>('rollcall-kiosk-exit', (db) => {
    db.createObjectStore('tries');
    db.createObjectStore('keys');
    db.createObjectStore('sealed');
  });

  const seal = async (name: 'list' | 'ticks', value: unknown, at: Date): Promise<void> => {
    const db = await open();
    const made = await crypto.subtle.generateKey(CIPHER, false, ['encrypt', 'decrypt']);
    // One tab may have been faster.
    const tx = db.transaction('keys', 'readwrite');
    const key = (await tx.store.get(OWN)) ?? made;
    await tx.store.put(key, OWN);
    await tx.done;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      key,
      new TextEncoder().encode(JSON.stringify(value)),
    );
    await db.put('sealed', { at, iv, bytes }, name);
  };

  const unseal = async (name: 'list' | 'ticks'): Promise<{ at: Date; value: unknown } | null> => {
    const db = await open();
    const [key, sealed] = await Promise.all([db.get('keys', OWN), db.get('sealed', name)]);
    if (!key || !sealed) return null;
    try {
      const { at, iv, bytes } = sealed;
      const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes);
      return { at, value: JSON.parse(new TextDecoder().decode(plain)) };
    } catch {
      // Another tab has just begun anew with another key.
      return null;
    }
  };

  const forgetList = async (): Promise<void> => {
    const tx = (await open()).transaction(['keys', 'sealed'], 'readwrite');
    await Promise.all([tx.objectStore('keys').clear(), tx.objectStore('sealed').clear(), tx.done]);
  };

  return {
    tries: async () => (await (await open()).get('tries', OWN)) ?? null,
    async saveTries(tries) {
      const db = await open();
      if (tries) await db.put('tries', tries, OWN);
      else await db.delete('tries', OWN);
    },
    async list(now) {
      const found = await unseal('list');
      if (!found) return null;
      if (now.getTime() - found.at.getTime() <= LIFETIME_MS)
        return { at: found.at, list: found.value as PresentOnKiosk }; // sealed below, and nowhere else
      await forgetList();
      return null;
    },
    saveList: ({ at, list }) => seal('list', list, at),
    ticks: async () => ((await unseal('ticks'))?.value as readonly string[] | undefined) ?? [], // sealed below
    saveTicks: async (ids) => seal('ticks', ids, (await unseal('list'))?.at ?? new Date(0)),
    forgetList,
    async forget() {
      await forgetList();
      await (await open()).clear('tries');
    },
  };
}
