/** The one IndexedDB of the demo: changed pages of the database, finished files, and a few single values. */
export type StoreName = 'lengths' | 'blocks' | 'files' | 'values';
const STORES: readonly StoreName[] = ['lengths', 'blocks', 'files', 'values'];

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export interface BrowserStorage {
  /** Everything in it happens, or nothing does. */
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
  const database = await done(opening);

  const write: BrowserStorage['write'] = (stores, work) =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction([...stores], 'readwrite');
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      // A full disk ends here: nothing of this transaction was kept.
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser gave up storing.'));
      work((store) => transaction.objectStore(store));
    });

  return {
    write,
    get: (store, key) => done(database.transaction(store).objectStore(store).get(key)),
    async all(store) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
      return { keys, values };
    },
    clear: () =>
      write(STORES, (of) => {
        for (const store of STORES) of(store).clear();
      }),
  };
}
