import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { MasterKeys } from '../faces/face.ports.ts';
import type { Clock } from '../kernel/clock.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { FileStore, OperationRepos } from '../operations/operations.ports.ts';
import { BACKUP_BEFORE, DAY_MS } from '../operations/operations.rules.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import { backupArchive } from './archive/archive-content.ts';
import type { PassphraseKdf, Snapshots } from './backup.ports.ts';

/** Long enough to notice that the wrong archive was restored. */
const LIFETIME_MS = 30 * DAY_MS;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Pick<AuditRepos & OperationRepos, 'audit' | 'operations'>;
  readonly files: FileStore;
  readonly snapshots: Snapshots;
  readonly masterKeys: MasterKeys;
  readonly kdf: PassphraseKdf;
  readonly settings: Pick<SettingsReader, 'institution'>;
}

interface By {
  readonly personId: number | null;
  readonly name: string;
  readonly address: string;
}

/**
 * Makes the backup before a restore, listed like any other. It runs in the request of the restore and not as a job:
 * while changes are refused, no job may begin.
 */
export function createSafetyBackup(needs: Needs) {
  const { clock, random, repos, files, snapshots, masterKeys, kdf, settings } = needs;
  return async (by: By): Promise<string> => {
    const { name, isDemo } = await settings.institution();
    const at = clock.now();
    const file = `${BACKUP_BEFORE}restore-${randomName(random)}.rollcall`;
    const expiresAt = new Date(at.getTime() + LIFETIME_MS);
    const { id } = await repos.operations.insert({
      kind: 'backup',
      file,
      createdAt: at,
      createdBy: by.name,
      expiresAt,
    });
    try {
      const stored = await snapshots.read((reader) => {
        const about = { institution: name, demo: isDemo, at, sealWith: { by: 'master' } as const };
        const archive = backupArchive({ keys: masterKeys, kdf, random }, reader, {
          ...about,
          onProgress: () => {},
        });
        return files.write(file, archive);
      });
      await repos.operations.finish(id, { state: 'done', ...stored });
      const detail = { kind: 'backup', bytes: stored.bytes };
      const entry = auditEntry({ ...by, personId: 0 }, clock.now(), 'backup_created', file, detail);
      await repos.audit.insert({ ...entry, actorId: by.personId });
      return file;
    } catch (error) {
      await files.remove(file).catch(() => {}); // the first error is the one to throw
      const problem = 'This did not finish. See the server log.';
      await repos.operations.finish(id, { state: 'failed', problem }).catch(() => {});
      throw error;
    }
  };
}
