import type { FaceRepos, MasterKeys, TemplateVault } from '../faces/face.ports.ts';
import { chunksOf } from '../kernel/byte-streams.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { RandomSource } from '../kernel/random.ts';
import type { FileStore } from '../operations/operations.ports.ts';
import { ArchiveError } from './archive/archive-error.ts';
import { checkArchive } from './archive/archive-restore.ts';
import { keysByPerson } from './archive/key-export.ts';
import type { PassphraseKdf, RestoreCheck } from './backup.ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Pick<FaceRepos, 'faces'>;
  readonly files: FileStore;
  readonly masterKeys: MasterKeys;
  readonly kdf: PassphraseKdf;
  readonly vault: TemplateVault;
  readonly restoreTarget: RestoreCheck;
}

/**
 * Reads a stored backup, sealed with the master key, as a dry run of its restore does. Fails with `archive_refused` and
 * a sentence that names the file.
 */
export function createBackupVerifier(needs: Needs) {
  const { clock, random, repos, files, masterKeys, kdf, vault, restoreTarget } = needs;
  const target = { keys: masterKeys, kdf, random, vault, target: restoreTarget };
  return async (file: string): Promise<void> => {
    const open = async () => {
      const found = await files.read(file);
      if (!found) throw new AppError('file_not_found');
      return chunksOf(found.stream);
    };
    const faceKeys = keysByPerson(await repos.faces.allKeys());
    try {
      await checkArchive(target, { open, passphrase: null, faceKeys }, clock.now());
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      const message = `The backup ${file} was written but can’t be restored: ${error.message}`;
      throw new AppError('archive_refused', { message, cause: error });
    }
  };
}
