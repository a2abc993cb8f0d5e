import type { Actor } from '../access.ts';
import { randomName } from '../auth/token.ts';
import { FILE_LIFETIME_MS } from '../backup/backup.rules.ts';
import type { Operation } from '../backup/backup.types.ts';
import { createUploads } from '../backup/uploads.ts';
import { AppError } from '../errors.ts';
import type { createEnrolmentService, EnrolmentResult } from '../faces/enrolment.service.ts';
import type { Ports } from '../ports.ts';
import { codesFor, groupPhotos, isPhoto, PHOTO_LIMITS, type PhotoGroup } from './photo-import.rules.ts';
import { zipEntries } from './zip.reader.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'repos' | 'files'> & {
  enrolment: ReturnType<typeof createEnrolmentService>;
};

export interface PhotoPlan {
  readonly people: number;
  readonly photos: number;
  /** Files whose names are nobody's id. */
  readonly unknown: readonly string[];
}

interface ReportRow {
  readonly id: string;
  readonly photos: number;
  readonly outcome: EnrolmentResult['kind'] | 'refused';
  readonly message: string;
  /** The same as codes, for whoever says it in another language: what is wrong, with which photo, who else it is. */
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

const codesOf = (result: EnrolmentResult): Pick<ReportRow, 'reason' | 'photo' | 'other'> => ({
  reason: result.kind === 'poor_quality' ? result.reason : null,
  photo: 'photo' in result ? result.photo + 1 : null,
  other: result.kind === 'duplicate' ? result.of.code : null,
});

/** Faces from a zip of photos named by id. Person by person, each enrolled by the same rules as at the camera. */
export function createPhotoImportService(needs: Needs) {
  const { clock, random, repos, files, enrolment } = needs;
  const uploads = createUploads(needs);

  const read = async (upload: string) => {
    const entries = zipEntries(await uploads.bytesOf(upload, PHOTO_LIMITS.bytes), PHOTO_LIMITS.photo);
    const people = await repos.imports.idsOf(entries.filter(isPhoto).flatMap(({ name }) => codesFor(name)));
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
      const pictures: Uint8Array[] = [];
      for (const photo of photos) pictures.push(await photo.read());
      const result = await enrolment.enrol(actor, { person, photos: pictures, replace, lookAlikeOf: null });
      return {
        ...about,
        id: person.code,
        outcome: result.kind,
        message: messageOf(result),
        ...codesOf(result),
      };
    } catch (error) {
      // A picture that cannot be read, a consent that is missing: said of this person, the others go on.
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

  const work = async (
    actor: Actor,
    { id, file }: Operation,
    upload: string,
    replace: boolean,
  ): Promise<void> => {
    try {
      const { groups, unknown } = await read(upload);
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
      const upload = await uploads.keep(actor, chunks, PHOTO_LIMITS.bytes);
      const { groups, unknown } = await read(upload);
      const photos = groups.reduce((sum, group) => sum + group.photos.length, 0);
      return { upload, people: groups.length, photos, unknown };
    },

    /** Minutes of work: it goes on by itself, its operation shows how far it is, its file is the report. */
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
      return { operation, done: work(actor, operation, request.upload, request.replace) };
    },
  };
}
