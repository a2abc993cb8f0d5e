import type { FileStore } from '@rollcall/core/operations/operations.ports';
import { FILE_NAME_PATTERN } from '@rollcall/core/operations/operations.rules';
import { createSHA256 } from 'hash-wasm';

/** Object stores of the demo's IndexedDB: changed database pages, finished files, and single values. */
export type StoreName = 'lengths' | 'blocks' | 'files' | 'values';
const STORES: readonly StoreName[] = ['lengths', 'blocks', 'files', 'values'];

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export interface BrowserStorage {
  /** Runs `work` in one transaction. */
  write(stores: readonly StoreName[], work: (of: (name: StoreName) => IDBObjectStore) => void): Promise<void>;
  get(store: StoreName, key: IDBValidKey): Promise<unknown>;
  all(store: StoreName): Promise<{ keys: IDBValidKey[]; values: unknown[] }>;
  clear(): Promise<void>;
}

export async function openBrowserStorage(name: string): Promise<BrowserStorage> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    for (const store of STORES) opening.result.createObjectStore(store);
  };
  const database = await resultOf(opening);

  const write: BrowserStorage['write'] = (stores, work) =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction([...stores], 'readwrite');
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      // Also raised when the disk is full; the transaction was rolled back.
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser gave up storing.'));
      work((store) => transaction.objectStore(store));
    });

  return {
    write,
    get: (store, key) => resultOf(database.transaction(store).objectStore(store).get(key)),
    async all(store) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([resultOf(objects.getAllKeys()), resultOf(objects.getAll())]);
      return { keys, values };
    },
    clear: () =>
      write(STORES, (of) => {
        for (const store of STORES) of(store).clear();
      }),
  };
}

/** Stores backups, exports and uploads as Blobs. */
export function createFileStore(storage: BrowserStorage): FileStore {
  const nameOf = (name: string): string => {
    if (!FILE_NAME_PATTERN.test(name)) throw new Error('Not a file of this store.');
    return name;
  };
  return {
    async write(name, chunks) {
      const digest = await createSHA256();
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const chunk of chunks) {
        digest.update(chunk);
        parts.push(new Uint8Array(chunk));
      }
      // A File, because it has a date.
      const file = new File(parts, nameOf(name));
      await storage.write(['files'], (of) => void of('files').put(file, nameOf(name)));
      return { bytes: file.size, sha256: digest.digest('hex') };
    },

    async read(name) {
      const file = await storage.get('files', nameOf(name));
      return file instanceof Blob ? { bytes: file.size, stream: file.stream() } : null;
    },

    remove: (name) => storage.write(['files'], (of) => void of('files').delete(nameOf(name))),

    async list() {
      const { keys, values } = await storage.all('files');
      return keys.map((key, index) => {
        const file = values[index];
        return { name: String(key), modifiedAt: new Date(file instanceof File ? file.lastModified : 0) };
      });
    },

    mark: {
      async read() {
        const mark = await storage.get('values', 'files-mark');
        return typeof mark === 'string' ? mark : null;
      },
      write: (mark) => storage.write(['values'], (of) => void of('values').put(mark, 'files-mark')),
    },
  };
}
