import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore } from '@rollcall/core/operations/operations.ports';
import { FILE_NAME_PATTERN } from '@rollcall/core/operations/operations.rules';

/** Stores files in one folder. A name is letters, digits and dashes with a known extension, so it cannot be a path. */
export async function createFileStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Left behind by a process that was killed while writing.
  for (const name of await readdir(folder))
    if (name.endsWith('.part')) await rm(join(folder, name), { force: true });

  const pathOf = (name: string): string => {
    if (!FILE_NAME_PATTERN.test(name)) throw new Error('Not a file of this store.');
    return join(folder, name);
  };

  return {
    /** Writes a `.part` file, syncs and renames it, so that a crash never leaves half a file under `name`. */
    async write(name, chunks) {
      const path = pathOf(name);
      const part = `${path}.part`;
      const digest = createHash('sha256');
      let bytes = 0;
      const file = await open(part, 'w', 0o600);
      try {
        for await (const chunk of chunks) {
          digest.update(chunk);
          bytes += chunk.length;
          await file.writeFile(chunk);
        }
        await file.sync();
      } catch (error) {
        await file.close();
        await rm(part, { force: true });
        throw error;
      }
      await file.close();
      await rename(part, path);
      return { bytes, sha256: digest.digest('hex') };
    },

    async read(name) {
      const path = pathOf(name);
      const found = await stat(path).catch(() => null);
      if (!found?.isFile()) return null;
      const stream = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>; // Node declares its own type of the same class
      return { bytes: found.size, stream };
    },

    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}
