import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { FileStore, OperationRepos } from '../operations/operations.ports.ts';
import { isDiskFull } from '../operations/operations.rules.ts';
import type { Operation, OperationKind } from '../operations/operations.types.ts';
import type { ArchiveReader, Snapshots } from './backup.ports.ts';

type Repos = AuditRepos & OperationRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly files: FileStore;
  readonly snapshots: Snapshots;
}

/** Who asked: a signed-in person, or the schedule. */
export type Requester = Pick<Actor, 'name' | 'address'> & { readonly personId: number | null };

export type OnProgress = (done: number, total: number) => void;

const FILE_EXTENSIONS: Record<OperationKind, string> = {
  backup: 'rollcall',
  upload: 'rollcall',
  export_json: 'json',
  export_csv: 'csv',
  import: 'csv',
};

/** Writes a file from one snapshot of the database, recorded as an operation with progress and result. */
export function createFileMaker({ clock, random, repos, transact, files, snapshots }: Needs) {
  /** Saves progress without waiting: a database with a single connection saves it only after the snapshot is read. */
  const progressReporter = (id: number): OnProgress => {
    let sending = false;
    return (done, total) => {
      if (sending) return;
      sending = true;
      repos.operations.progress(id, done, total).then(
        () => {
          sending = false;
        },
        () => {}, // progress is only displayed; the work reports its own failures
      );
    };
  };

  const fileNameFor = (kind: OperationKind) =>
    `${kind.replace('_', '-')}-${randomName(random)}.${FILE_EXTENSIONS[kind]}`;

  return {
    async make(
      by: Requester,
      kind: OperationKind,
      lifetimeMs: number,
      chunks: (reader: ArchiveReader, onProgress: OnProgress) => AsyncIterable<Uint8Array>,
    ): Promise<Operation> {
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
      const file = fileNameFor(kind);
      const { id } = await repos.operations.insert({ kind, file, createdAt, createdBy: by.name, expiresAt });
      try {
        const stored = await snapshots.read((reader) =>
          files.write(file, chunks(reader, progressReporter(id))),
        );
        return await transact(async (tx) => {
          const action = kind === 'backup' ? 'backup_created' : 'export_created';
          const detail = { kind, bytes: stored.bytes };
          await tx.audit.insert({
            ...auditEntry({ ...by, personId: 0 }, clock.now(), action, file, detail),
            actorId: by.personId,
          });
          return tx.operations.finish(id, { state: 'done', ...stored });
        });
      } catch (error) {
        await files.remove(file);
        const full = isDiskFull(error);
        const problem = full
          ? 'There is not enough room on the disk.'
          : 'It did not finish. See the log of the server.';
        // The database may be what failed; the first error is the one to throw.
        await repos.operations.finish(id, { state: 'failed', problem }).catch(() => {});
        throw full ? new AppError('storage_full', { cause: error }) : error;
      }
    },
  };
}
