import type { EnrolmentResult, FaceEnroller } from '../faces/face.ports.ts';
import type { JobRepos, Jobs } from '../jobs/jobs.ports.ts';
import type { JobContext } from '../jobs/jobs.types.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import { zipEntries } from '../kernel/tables/zip.reader.ts';
import type { Transact } from '../kernel/transact.ts';
import type { FileStore, OperationRepos, Uploads } from '../operations/operations.ports.ts';
import { FILE_LIFETIME_MS } from '../operations/operations.rules.ts';
import type { Operation } from '../operations/operations.types.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { ImportRepos } from './import.ports.ts';
import {
  candidateCodes,
  groupPhotos,
  isPhoto,
  PHOTO_LIMITS,
  type PhotoGroup,
  type PhotoGroups,
} from './photo-import.rules.ts';

type Repos = ImportRepos & JobRepos & OperationRepos & PeopleRepos;

interface Needs {
  readonly uploads: Uploads;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly files: FileStore;
  readonly enrolment: FaceEnroller;
  readonly transact: Transact<Repos>;
  readonly jobs: Jobs;
}

/** What the job was asked for. */
interface PhotoImport {
  readonly actor: Actor;
  readonly upload: string;
  readonly replace: boolean;
}

const KIND = 'photo_import';
/** People after which the report so far is saved, so that another server can continue it. */
const SAVE_EVERY = 20;

/** The engine is loading, people at the camera come first, or a restore runs: asked again, for a quarter of an hour at most. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'busy',
  'face_engine_starting',
  'database_unavailable',
  'maintenance',
  'restore_running',
]);
const PAUSES_MS = [500, 1000, 2000, 5000, 10_000, ...Array.from({ length: 30 }, () => 30_000)];
/** Without an engine nobody can be enrolled: the import fails instead of refusing everybody. */
const ENDS_ALL: ReadonlySet<ErrorCode> = new Set([
  ...PASSING,
  'face_engine_unavailable',
  'storage_full',
  'forbidden',
]);
/** One person's failure is reported and the others go on; several in a row mean that something else is broken. */
const MAX_FAILURES_IN_A_ROW = 5;
/** Reason in the report of somebody whose enrolment failed for no fault of the photos. */
const FAILED = 'internal';

/** Pictures that are not enrolled. */
type LeftOut = Omit<PhotoGroups, 'groups'>;

interface PhotoPlan extends LeftOut {
  readonly people: number;
  readonly photos: number;
}

interface ReportRow {
  readonly id: string;
  readonly photos: number;
  readonly outcome: EnrolmentResult['kind'] | 'refused';
  readonly message: string;
  /** The message as codes, for translation: what is wrong, with which photo, whose face it already is. */
  readonly reason: string | null;
  readonly photo: number | null;
  readonly other: string | null;
}

const messageOf = (result: EnrolmentResult): string => {
  if (result.kind === 'enrolled')
    return `Registered with ${result.photos} ${result.photos === 1 ? 'photo' : 'photos'}.`;
  if (result.kind === 'poor_quality') return `Photo ${result.photo + 1}: ${result.message}`;
  if (result.kind === 'duplicate') return `This face is already registered for ${result.of?.code}.`;
  return `Photo ${result.photo + 1} shows a different person.`;
};

const detailsOf = (result: EnrolmentResult): Pick<ReportRow, 'reason' | 'photo' | 'other'> => ({
  reason: result.kind === 'poor_quality' ? result.reason : null,
  photo: 'photo' in result ? result.photo + 1 : null,
  other: result.kind === 'duplicate' ? (result.of?.code ?? null) : null,
});

/** Enrols faces from a zip of photos named by code, person by person, by the same rules as at the camera. */
export function createPhotoImportService(needs: Needs) {
  const { uploads, clock, random, repos, files, enrolment, transact, jobs } = needs;

  const readPhotos = async (upload: string) => {
    const entries = zipEntries(await uploads.bytesOf(upload, PHOTO_LIMITS.bytes), PHOTO_LIMITS.photo);
    const people = await repos.imports.idsOf(
      entries.filter(isPhoto).flatMap(({ name }) => candidateCodes(name)),
    );
    return groupPhotos(entries, people);
  };

  const enrolOnce = async (
    actor: Actor,
    { personId, code, photos }: PhotoGroup,
    replace: boolean,
  ): Promise<Omit<ReportRow, 'photos'>> => {
    // Whoever asked may have been deleted since, or have another role.
    if ((await repos.people.byId(actor.personId))?.role !== actor.role) throw new AppError('forbidden');
    const person = await repos.people.byId(personId);
    // After a restore the id may be somebody else's.
    if (person?.code.toLowerCase() !== code.toLowerCase()) throw new AppError('user_not_found');
    const images: Uint8Array[] = [];
    for (const photo of photos) images.push(await photo.read());
    const result = await enrolment.enrol(actor, { person, photos: images, replace, lookAlikeOf: null });
    return { id: person.code, outcome: result.kind, message: messageOf(result), ...detailsOf(result) };
  };

  const pauseAfter = (error: unknown, attempt: number): number | undefined => {
    if (!(error instanceof AppError)) return attempt === 0 ? PAUSES_MS[0] : undefined;
    return PASSING.has(error.code) ? PAUSES_MS[attempt] : undefined;
  };

  /** Asks again while the engine is busy or starting or a restore runs, and once after any other failure. */
  const persist = async <T>(job: JobContext, work: () => Promise<T>): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      job.signal.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        const pauseMs = pauseAfter(error, attempt);
        if (pauseMs === undefined) throw error;
        await job.pause(pauseMs);
      }
    }
  };

  const enrolOne = async (
    job: JobContext,
    actor: Actor,
    group: PhotoGroup,
    replace: boolean,
  ): Promise<ReportRow> => {
    const about = { id: group.code, photos: group.photos.length };
    const nothing = { outcome: 'refused' as const, photo: null, other: null };
    try {
      return { ...about, ...(await persist(job, () => enrolOnce(actor, group, replace))) };
    } catch (error) {
      job.signal.throwIfAborted();
      if (error instanceof AppError) {
        if (ENDS_ALL.has(error.code)) throw error;
        // For example an unreadable image or a missing consent: reported for this person, the others go on.
        return { ...about, ...nothing, message: error.message, reason: error.code };
      }
      job.report(error);
      return { ...about, ...nothing, message: 'This did not work. See the server log.', reason: FAILED };
    }
  };

  const writeReport = async (
    job: JobContext,
    operation: Operation,
    rows: readonly ReportRow[],
    leftOut: LeftOut,
  ): Promise<void> => {
    const failures = rows.filter(({ reason }) => reason === FAILED).length;
    const report = { format: 'rollcall-photo-import', version: 1, people: rows, ...leftOut, failures };
    const content = (async function* () {
      yield new TextEncoder().encode(JSON.stringify(report, null, 2));
    })();
    await job.assertHeld(repos); // another server may have written the report
    const stored = await files.write(operation.file, content);
    await persist(job, () =>
      transact(async (tx) => {
        await job.assertHeld(tx);
        await tx.operations.finish(operation.id, { state: 'done', ...stored });
      }),
    );
  };

  /** Continues after the people whom an earlier run saved in the cursor. */
  const enrolAll = async (
    { actor, upload, replace }: PhotoImport,
    job: JobContext,
    operation: Operation,
  ): Promise<void> => {
    const { groups, ...leftOut } = await readPhotos(upload);
    const rows: ReportRow[] = [...((job.cursor as ReportRow[] | null) ?? [])]; // saved below
    const done = new Set(rows.map(({ id }) => id.toLowerCase()));
    let inARow = 0;
    try {
      for (const group of groups) {
        if (done.has(group.code.toLowerCase())) continue;
        const row = await enrolOne(job, actor, group, replace);
        rows.push(row);
        job.onProgress(rows.length, groups.length);
        inARow = row.reason === FAILED ? inARow + 1 : 0;
        if (inARow >= MAX_FAILURES_IN_A_ROW) {
          rows.splice(-inARow); // they are tried again with the rest
          throw new Error('Several people in a row could not be enrolled.');
        }
        if (rows.length % SAVE_EVERY === 0) await job.saveCursor(rows);
      }
    } catch (error) {
      await job.saveCursor(rows).catch(() => {}); // the first error is the one to throw
      throw error;
    }
    await writeReport(job, operation, rows, leftOut);
  };

  const run = async (input: PhotoImport, job: JobContext): Promise<void> => {
    const operation = await repos.operations.resume(job.jobId);
    if (operation?.state !== 'running') return; // finished by a run that was interrupted right after
    try {
      await enrolAll(input, job, operation);
    } catch (error) {
      // Interrupted: whoever takes the job over continues with the same operation.
      if (job.signal.aborted) throw error;
      const problem = 'This did not finish. Registered faces are kept. Upload the file again for the rest.';
      // The first error is the one to throw.
      await transact(async (tx) => {
        await job.assertHeld(tx);
        await tx.operations.finish(operation.id, { state: 'failed', problem });
      }).catch(() => {});
      throw error;
    }
  };

  jobs.define<PhotoImport>({ kind: KIND, name: 'Registering faces from photos', needsFiles: true, run });

  return {
    async upload(actor: Actor, chunks: AsyncIterable<Uint8Array>): Promise<PhotoPlan & { upload: string }> {
      const upload = await uploads.store(actor, chunks, PHOTO_LIMITS.bytes);
      const { groups, ...leftOut } = await readPhotos(upload);
      const photos = groups.reduce((sum, group) => sum + group.photos.length, 0);
      return { upload, people: groups.length, photos, ...leftOut };
    },

    /** Starts the import in the background; the operation shows its progress, and its file is the report. */
    async start(
      actor: Actor,
      { upload, replace }: { readonly upload: string; readonly replace: boolean },
    ): Promise<Operation> {
      const createdAt = clock.now();
      const file = `import-${randomName(random)}.json`;
      const input: PhotoImport = { actor, upload, replace };
      const operation = await transact(async (tx) =>
        tx.operations.insert({
          kind: 'import',
          file,
          createdAt,
          createdBy: actor.name,
          expiresAt: new Date(createdAt.getTime() + FILE_LIFETIME_MS),
          jobId: await jobs.add(KIND, file, input, tx),
        }),
      );
      jobs.wake();
      return operation;
    },
  };
}
