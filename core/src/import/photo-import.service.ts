import type { EnrolmentResult, FaceEnroller } from '../faces/face.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { FileStore, OperationRepos, Uploads } from '../operations/operations.ports.ts';
import { FILE_LIFETIME_MS } from '../operations/operations.rules.ts';
import type { Operation } from '../operations/operations.types.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import { zipEntries } from '../tables/zip.reader.ts';
import type { ImportRepos } from './import.ports.ts';
import { candidateCodes, groupPhotos, isPhoto, PHOTO_LIMITS, type PhotoGroup } from './photo-import.rules.ts';

type Repos = ImportRepos & OperationRepos & PeopleRepos;

interface Needs {
  readonly uploads: Uploads;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly files: FileStore;
  readonly enrolment: FaceEnroller;
}

interface PhotoPlan {
  readonly people: number;
  readonly photos: number;
  /** Files whose names match no code. */
  readonly unknown: readonly string[];
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
    return `Enrolled with ${result.photos} ${result.photos === 1 ? 'photo' : 'photos'}.`;
  if (result.kind === 'poor_quality') return `Photo ${result.photo + 1}: ${result.message}`;
  if (result.kind === 'duplicate') return `This face is enrolled already, as ${result.of.code}.`;
  return `Photo ${result.photo + 1} does not show the same person as the others.`;
};

const detailsOf = (result: EnrolmentResult): Pick<ReportRow, 'reason' | 'photo' | 'other'> => ({
  reason: result.kind === 'poor_quality' ? result.reason : null,
  photo: 'photo' in result ? result.photo + 1 : null,
  other: result.kind === 'duplicate' ? result.of.code : null,
});

/** Enrols faces from a zip of photos named by code, person by person, by the same rules as at the camera. */
export function createPhotoImportService(needs: Needs) {
  const { uploads, clock, random, repos, files, enrolment } = needs;

  const readPhotos = async (upload: string) => {
    const entries = zipEntries(await uploads.bytesOf(upload, PHOTO_LIMITS.bytes), PHOTO_LIMITS.photo);
    const people = await repos.imports.idsOf(
      entries.filter(isPhoto).flatMap(({ name }) => candidateCodes(name)),
    );
    return groupPhotos(entries, people);
  };

  const enrolOne = async (
    actor: Actor,
    { code, personId, photos }: PhotoGroup,
    replace: boolean,
  ): Promise<ReportRow> => {
    const about = { id: code, photos: photos.length };
    try {
      const person = await repos.people.byId(personId);
      if (!person) throw new AppError('user_not_found');
      const images: Uint8Array[] = [];
      for (const photo of photos) images.push(await photo.read());
      const result = await enrolment.enrol(actor, { person, photos: images, replace, lookAlikeOf: null });
      return {
        ...about,
        id: person.code,
        outcome: result.kind,
        message: messageOf(result),
        ...detailsOf(result),
      };
    } catch (error) {
      // For example an unreadable image or a missing consent: reported for this person, the others go on.
      if (!(error instanceof AppError)) throw error;
      return {
        ...about,
        outcome: 'refused',
        message: error.message,
        reason: error.code,
        photo: null,
        other: null,
      };
    }
  };

  const enrolAll = async (
    actor: Actor,
    { id, file }: Operation,
    upload: string,
    replace: boolean,
  ): Promise<void> => {
    try {
      const { groups, unknown } = await readPhotos(upload);
      const rows: ReportRow[] = [];
      for (const group of groups) {
        rows.push(await enrolOne(actor, group, replace));
        await repos.operations.progress(id, rows.length, groups.length);
      }
      const report = JSON.stringify(
        { format: 'rollcall-photo-import', version: 1, people: rows, unknown },
        null,
        2,
      );
      const content = (async function* () {
        yield new TextEncoder().encode(report);
      })();
      await repos.operations.finish(id, { state: 'done', ...(await files.write(file, content)) });
    } catch (error) {
      const problem =
        'It did not finish. Whoever was enrolled stays enrolled; send the file again for the rest.';
      await repos.operations.finish(id, { state: 'failed', problem });
      throw error;
    }
  };

  return {
    async upload(actor: Actor, chunks: AsyncIterable<Uint8Array>): Promise<PhotoPlan & { upload: string }> {
      const upload = await uploads.store(actor, chunks, PHOTO_LIMITS.bytes);
      const { groups, unknown } = await readPhotos(upload);
      const photos = groups.reduce((sum, group) => sum + group.photos.length, 0);
      return { upload, people: groups.length, photos, unknown };
    },

    /** Starts the import in the background; the operation shows its progress, and its file is the report. */
    async start(
      actor: Actor,
      request: { readonly upload: string; readonly replace: boolean },
    ): Promise<{ operation: Operation; done: Promise<void> }> {
      const createdAt = clock.now();
      const operation = await repos.operations.insert({
        kind: 'import',
        file: `import-${randomName(random)}.json`,
        createdAt,
        createdBy: actor.name,
        expiresAt: new Date(createdAt.getTime() + FILE_LIFETIME_MS),
      });
      return { operation, done: enrolAll(actor, operation, request.upload, request.replace) };
    },
  };
}
