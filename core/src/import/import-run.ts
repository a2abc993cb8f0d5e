import type { Jobs } from '../jobs/jobs.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import {
  IMPORT_LIMITS,
  type TableReader,
  type UploadedTable,
  uploadedTable,
} from '../kernel/tables/uploaded-table.ts';
import type { OperationRepos, Uploads } from '../operations/operations.ports.ts';
import { FILE_LIFETIME_MS } from '../operations/operations.rules.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: OperationRepos;
  readonly jobs: Jobs;
}

/** Progress and end of a running import. */
export interface ImportSteps {
  readonly onDone: (count: number) => void;
  /** Part of the last transaction of the import. */
  readonly finish: (tx: OperationRepos) => Promise<void>;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** Reads an uploaded CSV or XLSX file. */
export const createReadTable =
  ({ uploads, tables }: { readonly uploads: Uploads; readonly tables: TableReader }) =>
  async (upload: string): Promise<UploadedTable> =>
    uploadedTable(await tables.rows(await uploads.bytesOf(upload, IMPORT_LIMITS.bytes)));

const KIND = 'table_import';

/**
 * Runs an import as an operation, with progress and result. Only the server that was asked can do it: its answer holds
 * new passwords, which are stored nowhere.
 */
export function createImportRun({ clock, random, repos, jobs }: Needs) {
  jobs.define({
    kind: KIND,
    name: 'Importing a table',
    run: async () => {
      throw new Error('Only the server that was asked can do this import.');
    },
  });

  return async function run<T>(
    actor: Actor,
    upload: string,
    total: number,
    work: (steps: ImportSteps) => Promise<T>,
    /** What is shown when it fails. */
    problemOf: () => string = () => 'Nothing was imported.',
  ): Promise<T> {
    const file = `import-${randomName(random)}.csv`;
    return jobs.attend(KIND, file, async ({ jobId, onProgress, signal }) => {
      const createdAt = clock.now();
      const source = await repos.operations.byFile(upload);
      const { id } = await repos.operations.insert({
        kind: 'import',
        file,
        createdAt,
        createdBy: actor.name,
        expiresAt: new Date(createdAt.getTime() + FILE_LIFETIME_MS),
        jobId,
      });
      onProgress(0, total);
      const result = { state: 'done' as const, bytes: source?.bytes ?? 0, sha256: source?.sha256 ?? '' };
      try {
        return await work({
          onDone: (count) => onProgress(count, total),
          finish: async (tx) => void (await tx.operations.finish(id, result)),
          signal,
        });
      } catch (error) {
        await repos.operations.finish(id, { state: 'failed', problem: problemOf() }).catch(() => {});
        throw error;
      }
    });
  };
}
