import type { EntryHead } from '@rollcall/core/attendance/kiosk/queue/entry.rules';
import type { DBSchema } from 'idb';
import type { ClockAnchor } from '../kiosk-clock.ts';
import { openKept } from '../open-kept.ts';

/** An entry as it is kept: nothing in it can be read on this device. */
export interface KeptEntry extends EntryHead {
  readonly signature: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

/** The end of the chain, and what the entries take up. */
export interface QueueEnd {
  readonly number: number;
  readonly hash: string;
}

/** Port: what a kiosk keeps while it has no network. */
export interface QueueStore {
  /** The last entry that was ever written, sent or not; null before the first. */
  end(): Promise<QueueEnd | null>;
  /** Writes an entry down for good: when this returns, a power cut does not lose it. */
  add(entry: KeptEntry, end: QueueEnd): Promise<void>;
  /** The oldest one. */
  first(): Promise<KeptEntry | null>;
  /** The server has taken it. */
  remove(number: number): Promise<void>;
  /** The server will never take it: it is kept aside, so that the others are not stopped by it. */
  setAside(number: number): Promise<void>;
  /** Deletes those kept aside that were made before a moment, in milliseconds since 1970. */
  removeAsideBefore(takenAt: number): Promise<void>;
  size(): Promise<{ readonly entries: number; readonly bytes: number; readonly aside: number }>;

  /** The settings that the kiosk had last, so that it starts without a network. */
  readSettings(): Promise<unknown>;
  saveSettings(settings: unknown): Promise<void>;
  readClock(): Promise<ClockAnchor | null>;
  saveClock(anchor: ClockAnchor): Promise<void>;
}

interface QueueDb extends DBSchema {
  entries: { key: number; value: KeptEntry };
  aside: { key: number; value: KeptEntry };
  state: { key: 'end' | 'settings' | 'clock' | 'bytes'; value: unknown };
}

/** Keeps the queue in IndexedDB. */
export function createQueueStore(): QueueStore {
  const open = openKept<QueueDb>('rollcall-kiosk-queue', (db) => {
    db.createObjectStore('entries', { keyPath: 'number' });
    db.createObjectStore('aside', { keyPath: 'number' });
    db.createObjectStore('state');
  });
  const read = async (key: QueueDb['state']['key']) => (await open()).get('state', key);
  const write = async (key: QueueDb['state']['key'], value: unknown) => {
    await (await open()).put('state', value, key);
  };
  /** Takes an entry out, and its bytes from the sum. */
  const take = async (number: number, isKeptAside: boolean) => {
    const tx = (await open()).transaction(['entries', 'aside', 'state'], 'readwrite', {
      durability: 'strict',
    });
    const entry = await tx.objectStore('entries').get(number);
    if (entry) {
      const bytes = Number((await tx.objectStore('state').get('bytes')) ?? 0);
      await tx.objectStore('entries').delete(number);
      await tx.objectStore('state').put(bytes - entry.sealed.length, 'bytes');
      if (isKeptAside) await tx.objectStore('aside').put(entry);
    }
    await tx.done;
  };

  return {
    end: async () => ((await read('end')) as QueueEnd | undefined) ?? null, // written below, and nowhere else
    async add(entry, end) {
      const tx = (await open()).transaction(['entries', 'state'], 'readwrite', { durability: 'strict' });
      const bytes = Number((await tx.objectStore('state').get('bytes')) ?? 0);
      await Promise.all([
        tx.objectStore('entries').add(entry),
        tx.objectStore('state').put(end, 'end'),
        tx.objectStore('state').put(bytes + entry.sealed.length, 'bytes'),
        tx.done,
      ]);
    },
    async first() {
      const cursor = await (await open()).transaction('entries').store.openCursor();
      return cursor?.value ?? null;
    },
    remove: (number) => take(number, false),
    setAside: (number) => take(number, true),
    async removeAsideBefore(takenAt) {
      const tx = (await open()).transaction('aside', 'readwrite');
      for await (const cursor of tx.store) if (cursor.value.takenAt < takenAt) await cursor.delete();
      await tx.done;
    },
    async size() {
      const db = await open();
      return {
        entries: await db.count('entries'),
        bytes: Number((await db.get('state', 'bytes')) ?? 0),
        aside: await db.count('aside'),
      };
    },
    readSettings: () => read('settings'),
    saveSettings: (settings) => write('settings', settings),
    readClock: async () => ((await read('clock')) as ClockAnchor | undefined) ?? null, // written below
    saveClock: (anchor) => write('clock', anchor),
  };
}
