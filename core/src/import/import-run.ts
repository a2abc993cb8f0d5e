import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { OperationRepos, Uploads } from '../operations/operations.ports.ts';
import { FILE_LIFETIME_MS } from '../operations/operations.rules.ts';
import {
  IMPORT_LIMITS,
  type TableReader,
  type UploadedTable,
  uploadedTable,
} from '../tables/uploaded-table.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: OperationRepos;
}

/** Reads an uploaded CSV or XLSX file. */
export const createReadTable =
  ({ uploads, tables }: { readonly uploads: Uploads; readonly tables: TableReader }) =>
  async (upload: string): Promise<UploadedTable> =>
    uploadedTable(await tables.rows(await uploads.bytesOf(upload, IMPORT_LIMITS.bytes)));

/** Runs an import as an operation, with progress and result. */
export function createImportRun({ clock, random, repos }: Needs) {
  return async function run<T>(
    actor: Actor,
    upload: string,
    total: number,
    work: (onDone: (count: number) => void, finish: (tx: OperationRepos) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const createdAt = clock.now();
    const source = await repos.operations.byFile(upload);
    const { id } = await repos.operations.insert({
      kind: 'import',
      file: `import-${randomName(random)}.csv`,
      createdAt,
      createdBy: actor.name,
      expiresAt: new Date(createdAt.getTime() + FILE_LIFETIME_MS),
    });
    await repos.operations.progress(id, 0, total);
    const result = { state: 'done' as const, bytes: source?.bytes ?? 0, sha256: source?.sha256 ?? '' };
    try {
      return await work(
        // Progress is only displayed; the import reports its own failures.
        (count) => void repos.operations.progress(id, count, total).catch(() => {}),
        async (tx) => void (await tx.operations.finish(id, result)),
      );
    } catch (error) {
      await repos.operations
        .finish(id, { state: 'failed', problem: 'Nothing was imported.' })
        .catch(() => {});
      throw error;
    }
  };
}
