import type { AuditRepos } from '../audit/audit.ports.ts';
import type { Events } from '../events/events.ports.ts';
import { EVENT_TOPICS } from '../events/events.types.ts';
import type { FaceRepos, GalleryReload, MasterKeys, TemplateVault } from '../faces/face.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { FileStore, Uploads } from '../operations/operations.ports.ts';
import { isDiskFull } from '../operations/operations.rules.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import { ArchiveError } from './archive/archive-error.ts';
import type { ArchiveHead } from './archive/archive-head.ts';
import {
  type ArchiveSource,
  type Inspection,
  inspectArchive,
  restoreArchive,
} from './archive/archive-restore.ts';
import { keysByPerson } from './archive/key-export.ts';
import { readFileHead } from './archive/sealed-file.ts';
import type { PassphraseKdf, RestoreTarget, Snapshots } from './backup.ports.ts';

type Repos = AuditRepos & FaceRepos & PeopleRepos;

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
  readonly transact: Transact<Repos>;
  readonly files: FileStore;
  readonly snapshots: Snapshots;
  readonly masterKeys: MasterKeys;
  readonly kdf: PassphraseKdf;
  readonly restoreTarget: RestoreTarget<Repos>;
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
}

const PAGE = 200;

/** Replaces all data with an uploaded archive. Everybody is signed out by it. */
export function createRestoreService(needs: Needs) {
  const {
    uploads,
    clock,
    random,
    repos,
    files,
    masterKeys,
    kdf,
    restoreTarget,
    events,
    settings,
    gallerySync,
    vault,
  } = needs;
  const progress = createRestoreProgress();
  const keyNeeds = { keys: masterKeys, kdf, random, vault };

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
  }: Omit<RestoreRequest, 'institution'>): Promise<ArchiveSource> => ({
    open: () => uploads.chunks(upload),
    passphrase,
    faceKeys: keysByPerson(await repos.faces.allKeys()),
  });

  /** Lists the people deleted or erased since the backup was made; the restore removes them again. */
  const removedSince = async (since: Date) => {
    const removed: { code: string; erased: boolean }[] = [];
    for (const action of ['person_erased', 'person_deleted'] as const) {
      let before: number | undefined;
      for (;;) {
        const page = await repos.audit.list({ action, before, limit: PAGE });
        const later = page.filter(({ at }) => at >= since);
        for (const { subject } of later)
          if (subject !== null) removed.push({ code: subject, erased: action === 'person_erased' });
        if (later.length < PAGE) break;
        before = page.at(-1)?.id;
      }
    }
    return removed;
  };

  const finish =
    (actor: Actor, removed: Awaited<ReturnType<typeof removedSince>>) =>
    async (tx: Repos, head: ArchiveHead) => {
      let removedAgain = 0;
      for (const { code, erased } of removed) {
        const person = await tx.people.byCode(code);
        if (!person || person.kind === 'admin') continue;
        if (erased) await tx.people.erase(person.id);
        else
          await tx.people.pseudonymise(person.id, `deleted-${randomName(random).slice(0, 12)}`, clock.now());
        removedAgain += 1;
      }
      await tx.audit.insert({
        at: clock.now(),
        // The actor's id may belong to somebody else in the restored data.
        actorId: null,
        actorName: actor.name,
        action: 'restored',
        subject: head.institution,
        address: actor.address,
        detail: { backup_of: head.createdAt, schema: head.schema, removed_again: removedAgain },
      });
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

    async dryRun(request: Omit<RestoreRequest, 'institution'>): Promise<Inspection> {
      try {
        return await inspectArchive(keyNeeds, await sourceOf(request), restoreTarget.schemaVersion);
      } catch (error) {
        throw toAppError(error);
      }
    },

    /** Null when no restore of this upload is running. */
    progressOf: progress.get,

    async restore(actor: Actor, request: RestoreRequest): Promise<Inspection> {
      const { name, isDemo } = await settings.institution();
      if (request.institution.trim() !== name)
        throw new AppError('invalid_input', {
          fields: { institution_name: 'Type the name exactly as it is shown.' },
        });
      try {
        const source = await sourceOf(request);
        const head = await readFileHead(await source.open(), 'rollcall-backup');
        if (head.demo !== isDemo)
          throw new ArchiveError('foreign', { detail: 'Demo and real data never meet.' });
        const removed = await removedSince(new Date(head.createdAt));
        const rows = Object.values(head.counts).reduce((sum, count) => sum + count, 0);
        const result = await progress.track(request.upload, rows, async (onRows) => {
          const found = await inspectArchive(keyNeeds, source, restoreTarget.schemaVersion, onRows);
          const target = { ...keyNeeds, target: restoreTarget };
          await restoreArchive(target, source, found, clock.now(), finish(actor, removed), onRows);
          return found;
        });
        await files.remove(request.upload);
        await gallerySync.load();
        for (const topic of EVENT_TOPICS) events.publish({ topic, personId: null });
        return result;
      } catch (error) {
        throw toAppError(error);
      }
    },
  };
}
