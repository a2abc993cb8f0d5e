import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore, StoredName } from '@rollcall/core/operations/operations.ports';
import { DAY_MS, FILE_NAME_PATTERN } from '@rollcall/core/operations/operations.rules';
import { renameDurably } from './rename-durably.ts';

interface Options {
  /** Names the unfinished files of this process, which share the folder with those of other servers. */
  readonly serverId: string;
  /** True when no other server can use the folder. */
  readonly isAlone: boolean;
}

/** Tells this folder from others; see core's file-place.ts. */
const MARK_FILE = 'rollcall-files.mark';
/** Nobody writes to an unfinished file that has not changed for this long. */
const ABANDONED_MS = 3_600_000;
/** Of a retention run whose rows are removed already it may be the only copy: kept as long as the run can be undone. */
const RETENTION_PART = /^retention-/;
const RETENTION_PART_MS = 30 * DAY_MS;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Stores files in one folder. A name is letters, digits and dashes with a known extension, so it cannot be a path. */
export async function createFileStore(
  folder: string,
  { serverId, isAlone }: Options = { serverId: 'server', isAlone: true },
): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });

  const writing = new Set<string>();

  /** Removes what processes that were killed while writing left behind, but not what this or another server is writing. */
  const removeUnfinished = async (): Promise<void> => {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (!name.endsWith('.part') || writing.has(path)) continue;
      // Not the clock: files are dated by the machine that holds the folder.
      const changed = (await stat(path).catch(() => null))?.mtimeMs ?? Number.POSITIVE_INFINITY;
      const isRetention = RETENTION_PART.test(name);
      const keptMs = isRetention ? RETENTION_PART_MS : ABANDONED_MS;
      if ((isAlone && !isRetention) || changed < (await folderTime()) - keptMs)
        await rm(path, { force: true });
    }
  };

  /** The time of the machine that holds the folder: that of a file written just now. */
  const folderTime = async (): Promise<number> => {
    const path = join(folder, `time.${serverId}.part`);
    await writeFile(path, '', { mode: 0o600 });
    const { mtimeMs } = await stat(path);
    await rm(path, { force: true });
    return mtimeMs;
  };
  await removeUnfinished();

  const pathOf = (name: string): string => {
    if (!FILE_NAME_PATTERN.test(name)) throw new Error('Not a file of this store.');
    return join(folder, name);
  };

  return {
    /** Writes a `.part` file, syncs and renames it, so that a crash never leaves half a file under `name`. */
    async write(name, chunks) {
      const path = pathOf(name);
      const part = `${path}.${serverId}.part`;
      const digest = createHash('sha256');
      let bytes = 0;
      writing.add(part);
      try {
        const file = await open(part, 'w', 0o600);
        try {
          for await (const chunk of chunks) {
            digest.update(chunk);
            bytes += chunk.length;
            await file.writeFile(chunk);
          }
          await file.sync();
        } finally {
          await file.close();
        }
        await renameDurably(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      } finally {
        writing.delete(part);
      }
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

    async list() {
      await removeUnfinished();
      const names = (await readdir(folder)).filter((name) => FILE_NAME_PATTERN.test(name));
      const found: StoredName[] = [];
      for (const name of names) {
        const file = await stat(join(folder, name)).catch(() => null); // another server may have removed it
        if (file?.isFile()) found.push({ name, modifiedAt: file.mtime });
      }
      return found;
    },

    mark: {
      async read() {
        try {
          return (await readFile(join(folder, MARK_FILE), 'utf8')).trim() || null;
        } catch (error) {
          if (!isMissing(error)) throw error;
          await stat(folder); // fails where the folder itself is missing
          return null;
        }
      },
      write: (mark) => writeFile(join(folder, MARK_FILE), `${mark}\n`, { mode: 0o600 }),
    },
  };
}
