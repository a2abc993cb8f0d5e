import type { Actor } from '../access.ts';
import { randomName } from '../auth/token.ts';
import { AppError } from '../errors.ts';
import { EVENT_TOPICS } from '../events/events.types.ts';
import type { GalleryKeeper } from '../faces/gallery-keeper.ts';
import type { Ports, Repositories } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveHead } from './archive-head.ts';
import { isDiskFull } from './disk-full.ts';
import { keysByPerson } from './key-export.ts';
import { type ArchiveSource, type Inspection, inspectArchive, restoreArchive } from './restore.archive.ts';
import { createRestoreProgress } from './restore-progress.ts';
import { headOf } from './sealed-file.ts';
import { createUploads } from './uploads.ts';

type Needs = Pick<
  Ports,
  | 'clock'
  | 'random'
  | 'repos'
  | 'transact'
  | 'files'
  | 'snapshots'
  | 'masterKeys'
  | 'kdf'
  | 'restoreTarget'
  | 'events'
> & { settings: SettingsService; keeper: GalleryKeeper };

export interface RestoreRequest {
  readonly upload: string;
  readonly passphrase: string | null;
  /** What the administrator typed; it must be the name of the institution whose data will be replaced. */
  readonly institution: string;
}

const PAGE = 200;

/** An archive takes the place of everything, from the web page. Everybody is signed out by it. */
export function createRestoreService(needs: Needs) {
  const { clock, random, repos, files, masterKeys, kdf, restoreTarget, events, settings, keeper } = needs;
  const uploads = createUploads(needs);
  const progress = createRestoreProgress();
  const keyNeeds = { keys: masterKeys, kdf, random };

  const refusal = (error: unknown): unknown => {
    if (error instanceof ArchiveError)
      return new AppError('archive_refused', {
        message: error.message,
        // For readers of other languages than ours.
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

  /** Whoever was deleted or erased since the backup was made must not come back with it. */
  const goneSince = async (since: Date) => {
    const gone: { code: string; erased: boolean }[] = [];
    for (const action of ['person_erased', 'person_deleted'] as const) {
      let before: number | undefined;
      for (;;) {
        const page = await repos.audit.list({ action, before, limit: PAGE });
        const later = page.filter(({ at }) => at >= since);
        for (const { subject } of later)
          if (subject !== null) gone.push({ code: subject, erased: action === 'person_erased' });
        if (later.length < PAGE) break;
        before = page.at(-1)?.id;
      }
    }
    return gone;
  };

  const finish =
    (actor: Actor, gone: Awaited<ReturnType<typeof goneSince>>) =>
    async (tx: Repositories, head: ArchiveHead) => {
      let again = 0;
      for (const { code, erased } of gone) {
        const person = await tx.people.byCode(code);
        if (!person || person.kind === 'admin') continue;
        if (erased) await tx.people.erase(person.id);
        else
          await tx.people.pseudonymise(person.id, `deleted-${randomName(random).slice(0, 12)}`, clock.now());
        again += 1;
      }
      await tx.audit.insert({
        at: clock.now(),
        // The numbers of people are the archive's now.
        actorId: null,
        actorName: actor.name,
        action: 'restored',
        subject: head.institution,
        address: actor.address,
        detail: { backup_of: head.createdAt, schema: head.schema, removed_again: again },
      });
    };

  return {
    /** Keeps the file for a day and says what it is; nothing is opened yet. */
    async upload(
      actor: Actor,
      chunks: AsyncIterable<Uint8Array>,
    ): Promise<{ upload: string; head: ArchiveHead }> {
      let upload: string | null = null;
      try {
        upload = await uploads.keep(actor, chunks);
        return { upload, head: await headOf(await uploads.chunks(upload), 'rollcall-backup') };
      } catch (error) {
        if (upload !== null) await files.remove(upload);
        throw refusal(error);
      }
    },

    async dryRun(request: Omit<RestoreRequest, 'institution'>): Promise<Inspection> {
      try {
        return await inspectArchive(keyNeeds, await sourceOf(request), restoreTarget.schemaVersion);
      } catch (error) {
        throw refusal(error);
      }
    },

    /** Null when none is running under this name. */
    progressOf: progress.of,

    async restore(actor: Actor, request: RestoreRequest): Promise<Inspection> {
      const { name, isDemo } = await settings.institution();
      if (request.institution.trim() !== name)
        throw new AppError('invalid_input', {
          fields: { institution_name: 'Type the name exactly as it is shown.' },
        });
      try {
        const source = await sourceOf(request);
        const head = await headOf(await source.open(), 'rollcall-backup');
        if (head.demo !== isDemo)
          throw new ArchiveError('foreign', { detail: 'Demo and real data never meet.' });
        const gone = await goneSince(new Date(head.createdAt));
        const rows = Object.values(head.counts).reduce((sum, count) => sum + count, 0);
        const result = await progress.during(request.upload, rows, async (onRows) => {
          const found = await inspectArchive(keyNeeds, source, restoreTarget.schemaVersion, onRows);
          const target = { ...keyNeeds, target: restoreTarget };
          await restoreArchive(target, source, found, clock.now(), finish(actor, gone), onRows);
          return found;
        });
        await files.remove(request.upload);
        await keeper.load();
        for (const topic of EVENT_TOPICS) events.publish({ topic, personId: null });
        return result;
      } catch (error) {
        throw refusal(error);
      }
    },
  };
}
