import type { FileStore } from '@rollcall/core/backup/backup.ports';
import { FILE_NAME } from '@rollcall/core/backup/backup.rules';
import { createSHA256 } from 'hash-wasm';
import type { BrowserStorage } from './browser-storage.ts';

/** Backups, exports and uploads: whole or not at all, as a transaction is. */
export function createFileStore(storage: BrowserStorage): FileStore {
  const nameOf = (name: string): string => {
    if (!FILE_NAME.test(name)) throw new Error('Not a file of this store.');
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
      const file = new Blob(parts);
      await storage.write(['files'], (of) => void of('files').put(file, nameOf(name)));
      return { bytes: file.size, sha256: digest.digest('hex') };
    },

    async read(name) {
      const file = await storage.get('files', nameOf(name));
      return file instanceof Blob ? { bytes: file.size, stream: file.stream() } : null;
    },

    remove: (name) => storage.write(['files'], (of) => void of('files').delete(nameOf(name))),
  };
}
