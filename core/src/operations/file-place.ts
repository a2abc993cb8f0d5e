import { AppError } from '../kernel/errors.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { CheckedFiles, FileStore, OperationRepos } from './operations.ports.ts';
import { BACKUP_BEFORE } from './operations.rules.ts';

interface Needs {
  readonly files: FileStore;
  readonly repos: OperationRepos;
  readonly random: RandomSource;
  readonly server: { readonly isAlone: boolean; readonly hasNewFiles?: boolean };
}

/** `elsewhere`: the folder is not the one the other servers use. `unreachable`: the folder cannot be read. */
export type FilePlaceStatus = 'ok' | 'elsewhere' | 'unreachable';

/** A folder that no server has confirmed for this long may be replaced: its only server moved, or lost its disk. */
const REPLACED_AFTER_MS = 10 * 60_000;

/**
 * Checks that this server's folder is the one that all servers on the database share, by a mark in the folder and in the
 * database. docs/decisions/0031.
 */
export function createFilePlace({ files, repos, random, server }: Needs) {
  let status: FilePlaceStatus | null = null;
  /** The mark of the folder when it was confirmed. */
  let confirmed: string | null = null;

  /**
   * Whether this folder may take the place of the recorded one. Not when it has none of the files that the database
   * names: then it is not mounted, or belongs to something else. A backup of before an upgrade proves nothing, because
   * it is written into whatever folder is there.
   */
  const mayReplace = async (): Promise<boolean> => {
    if (server.hasNewFiles) return true;
    const named = await repos.operations.storedFiles();
    const stored = await files.list().catch(() => []); // the folder itself may be missing
    const present = new Set(stored.map(({ name }) => name));
    return (
      named.every((name) => present.has(name)) ||
      named.some((name) => present.has(name) && !name.startsWith(BACKUP_BEFORE))
    );
  };

  const confirm = async (mark: string): Promise<boolean> =>
    (await repos.filePlaces.confirm(mark, null)) ||
    ((await mayReplace()) && (await repos.filePlaces.confirm(mark, server.isAlone ? 0 : REPLACED_AFTER_MS)));

  const compare = async (): Promise<FilePlaceStatus> => {
    const found = await files.mark.read().catch(() => 'unreachable' as const);
    if (found === 'unreachable') return found;
    const own = found ?? randomName(random);
    if (!(await confirm(own))) return 'elsewhere';
    if (found === null) await files.mark.write(own);
    confirmed = own;
    return 'ok';
  };

  /** Whether the folder is still the confirmed one: a volume can go away between two checks. Asks no database. */
  const isStillHere = async (): Promise<boolean> => {
    if (status !== 'ok') return false;
    const found = await files.mark.read().catch(() => 'unreachable');
    if (found === confirmed) return true;
    status = found === 'unreachable' ? 'unreachable' : 'elsewhere';
    return false;
  };

  const check = async (): Promise<FilePlaceStatus> => {
    status = await compare();
    return status;
  };

  /** Refuses work with files in a folder where the files of the others are missing. */
  const assertHere = async (): Promise<void> => {
    if (await isStillHere()) return;
    const found = await check();
    if (found !== 'ok') throw new AppError('files_elsewhere');
  };

  return {
    check,
    /** The result of the last check; null before the first. */
    status: () => status,

    /** The store, refusing while the folder is not the shared one. */
    files: {
      ...files,
      assertHere,
      async write(name, chunks) {
        // Without a query: it is called while a snapshot holds the only connection of a database.
        if (status !== null && !(await isStillHere())) throw new AppError('files_elsewhere');
        return files.write(name, chunks);
      },
      async read(name) {
        await assertHere();
        return files.read(name);
      },
      async remove(name) {
        await assertHere();
        await files.remove(name);
      },
      async list() {
        await assertHere();
        return files.list();
      },
    } satisfies CheckedFiles,
  };
}

export type FilePlace = ReturnType<typeof createFilePlace>;
