import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Port: opens an IndexedDB database of version 1. */
type Open = typeof openDB;

/**
 * Keeps the connection to an IndexedDB database and opens it anew when the browser has closed it, as iPads do when memory
 * is short. Returns a function that gives a connection that works; it fails only while the browser cannot open one.
 */
export function openKept<Schema extends DBSchema>(
  name: string,
  upgrade: (db: IDBPDatabase<Schema>) => void,
  open: Open = openDB,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const openAnew = () => {
    const next = open<Schema>(name, 1, {
      upgrade,
      terminated() {
        if (opened === next) opened = null;
      },
    });
    next.catch(() => {
      if (opened === next) opened = null;
    });
    opened = next;
    return next;
  };
  return async () => {
    const db = await (opened ?? openAnew());
    return isOpen(db) ? db : openAnew();
  };
}

/** Whether a connection works: one that was closed refuses every transaction, and not every browser reports the end. */
function isOpen<Schema extends DBSchema>(db: IDBPDatabase<Schema>): boolean {
  const [store] = db.objectStoreNames;
  if (store === undefined) return true;
  try {
    db.transaction(store);
    return true;
  } catch {
    return false;
  }
}
