import type { AuditRepos } from '../audit/audit.ports.ts';
import type { Events } from '../events/events.ports.ts';
import { EVENT_TOPICS } from '../events/events.types.ts';
import type { FaceRepos, MasterKeys, TemplateVault } from '../faces/face.ports.ts';
import type { GalleryReload } from '../faces/gallery.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { RandomSource } from '../kernel/random.ts';
import type { FileStore, OperationRepos, Uploads } from '../operations/operations.ports.ts';
import { isDiskFull } from '../operations/operations.rules.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import { ArchiveError } from './archive/archive-error.ts';
import type { ArchiveHead } from './archive/archive-head.ts';
import {
  type ArchiveSource,
  checkArchive,
  type Inspection,
  inspectArchive,
  restoreArchive,
} from './archive/archive-restore.ts';
import { keysByPerson } from './archive/key-export.ts';
import { readFileHead } from './archive/sealed-file.ts';
import type { Maintenance, PassphraseKdf, RestoreEffects, RestoreTarget, Snapshots } from './backup.ports.ts';
import { finishRestore } from './restored-entry.ts';
import { createSafetyBackup } from './safety-backup.ts';

type Repos = AuditRepos & FaceRepos & OperationRepos;

export type RestoreResult = Inspection & { readonly effects: RestoreEffects };

export interface RestoreProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Progress of running restores, in memory: during a restore the database is busy, and after it the session of the
 * administrator who asks is gone.
 */
function createRestoreProgress() {
  const running = new Map<string, { done: number; total: number }>();
  return {
    get: (upload: string): RestoreProgress | null => running.get(upload) ?? null,

    /** Each row is read twice: to verify the archive and to write it. */
    async track<T>(
      upload: string,
      rows: number,
      work: (onRows: (count: number) => void) => Promise<T>,
    ): Promise<T> {
      const progress = { done: 0, total: 2 * rows };
      running.set(upload, progress);
      try {
        return await work((count) => {
          progress.done += count;
        });
      } finally {
        running.delete(upload);
      }
    },
  };
}

interface Needs {
  readonly uploads: Uploads;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly files: FileStore;
  readonly snapshots: Snapshots;
  readonly masterKeys: MasterKeys;
  readonly kdf: PassphraseKdf;
  readonly restoreTarget: RestoreTarget<Repos>;
  readonly maintenance: Maintenance;
  readonly vault: TemplateVault;
  readonly events: Events;
  readonly settings: SettingsReader;
  readonly gallerySync: GalleryReload;
}

interface RestoreRequest {
  readonly upload: string;
  readonly passphrase: string | null;
  /** Typed by the administrator; must be the name of the institution whose data will be replaced. */
  readonly institution: string;
  /** Restore although the backup before it cannot be made, for example of a damaged database. */
  readonly withoutBackup?: boolean;
}

/** Replaces all data with an uploaded archive. Everybody is signed out by it. */
export function createRestoreService(needs: Needs) {
  const { uploads, clock, random, repos, files, masterKeys, kdf, restoreTarget, events, settings } = needs;
  const { maintenance, gallerySync, vault } = needs;
  const progress = createRestoreProgress();
  const target = { keys: masterKeys, kdf, random, vault, target: restoreTarget };
  const backUp = createSafetyBackup(needs);

  const toAppError = (error: unknown): unknown => {
    if (error instanceof ArchiveError)
      return new AppError('archive_refused', {
        message: error.message,
        // The code, for clients that translate the message.
        fields: { archive: error.problem },
        cause: error,
      });
    return isDiskFull(error) ? new AppError('storage_full', { cause: error }) : error;
  };

  const sourceOf = async ({
    upload,
    passphrase,
  }: Pick<RestoreRequest, 'upload' | 'passphrase'>): Promise<ArchiveSource> => ({
    open: () => uploads.chunks(upload),
    passphrase,
    faceKeys: keysByPerson(await repos.faces.allKeys()),
  });

  const refuseOtherKind = async (source: ArchiveSource): Promise<ArchiveHead> => {
    const head = await readFileHead(await source.open(), 'rollcall-backup');
    if (head.demo !== (await settings.institution()).isDemo)
      throw new ArchiveError('foreign', { detail: 'Demo data and real data can’t be mixed.' });
    return head;
  };

  /** Whoever has the passphrase of an archive can edit it: an administrator could become an owner with one. */
  const refuseOtherOwners = ({ role }: Actor, { ownersChange }: RestoreEffects): void => {
    if (ownersChange && role !== 'owner') throw new AppError('owners_change');
  };

  const backUpFirst = async (
    actor: Actor,
    { withoutBackup = false }: RestoreRequest,
  ): Promise<string | null> => {
    try {
      return await backUp(actor);
    } catch (cause) {
      if (withoutBackup) return null;
      throw isDiskFull(cause) ? cause : new AppError('backup_first', { cause });
    }
  };

  return {
    /** Stores the file for a day and returns its head; nothing is decrypted yet. */
    async upload(
      actor: Actor,
      chunks: AsyncIterable<Uint8Array>,
    ): Promise<{ upload: string; head: ArchiveHead }> {
      let upload: string | null = null;
      try {
        upload = await uploads.store(actor, chunks);
        return { upload, head: await readFileHead(await uploads.chunks(upload), 'rollcall-backup') };
      } catch (error) {
        if (upload !== null) await files.remove(upload);
        throw toAppError(error);
      }
    },

    /** What an uploaded archive says about itself, for whoever has to approve its restore. */
    async headOf(upload: string): Promise<ArchiveHead> {
      try {
        return await readFileHead(await uploads.chunks(upload), 'rollcall-backup');
      } catch (error) {
        throw toAppError(error);
      }
    },

    /** Loads the archive into a scratch place and says what a restore would do. */
    async dryRun(
      actor: Actor,
      request: Pick<RestoreRequest, 'upload' | 'passphrase'>,
    ): Promise<RestoreResult> {
      try {
        const source = await sourceOf(request);
        await refuseOtherKind(source);
        const result = await checkArchive(target, source, clock.now());
        refuseOtherOwners(actor, result.effects);
        return result;
      } catch (error) {
        throw toAppError(error);
      }
    },

    /** Null when no restore of this upload is running. */
    progressOf: progress.get,

    /** True while a restore runs, here or at another server. */
    isRunning: () => maintenance.isOn(),

    async restore(actor: Actor, request: RestoreRequest): Promise<RestoreResult> {
      const { name } = await settings.institution();
      if (request.institution.trim() !== name)
        throw new AppError('invalid_input', {
          fields: { institution_name: 'Type the name exactly as shown.' },
        });
      try {
        const source = await sourceOf(request);
        const head = await refuseOtherKind(source);
        const rows = Object.values(head.counts).reduce((sum, count) => sum + count, 0);
        const result = await progress.track(request.upload, rows, async (onRows) => {
          const found = await inspectArchive(target, source, restoreTarget.schemaVersion, onRows);
          // From here on nothing is acknowledged at any server, so the backup holds everything that was.
          const effects = await maintenance.hold(async () => {
            const backup = await backUpFirst(actor, request);
            const finish = finishRestore({ by: actor, backup, keys: masterKeys, clock });
            const finishAllowed: typeof finish = async (tx, head, effects) => {
              refuseOtherOwners(actor, effects);
              await finish(tx, head, effects);
            };
            return restoreArchive(target, source, found, clock.now(), finishAllowed, onRows);
          });
          return { ...found, effects };
        });
        await files.remove(request.upload).catch(() => {}); // it is restored; the upload expires within a day
        await gallerySync.load();
        for (const topic of EVENT_TOPICS) events.publish({ topic, personId: null });
        return result;
      } catch (error) {
        throw toAppError(error);
      }
    },
  };
}
