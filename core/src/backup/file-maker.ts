import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { randomName } from '../auth/token.ts';
import { AppError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { ArchiveReader } from './backup.ports.ts';
import type { Operation, OperationKind } from './backup.types.ts';
import { isDiskFull } from './disk-full.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'repos' | 'transact' | 'files' | 'snapshots'>;

/** Who asked: a signed-in person, or the schedule. */
export type Requester = Pick<Actor, 'name' | 'address'> & { readonly personId: number | null };

export type OnProgress = (done: number, total: number) => void;

const ENDINGS: Record<OperationKind, string> = {
  backup: 'rollcall',
  upload: 'rollcall',
  export_json: 'json',
  export_csv: 'csv',
  import: 'csv',
};

/** Makes a file out of one moment of the database; its operation says how far it is and how it ended. */
export function createFileMaker({ clock, random, repos, transact, files, snapshots }: Needs) {
  /** Never waited for: where the database has one session, the word arrives when the reading is over. */
  const progressOf = (id: number): OnProgress => {
    let sending = false;
    return (done, total) => {
      if (sending) return;
      sending = true;
      repos.operations.progress(id, done, total).then(
        () => {
          sending = false;
        },
        () => {}, // only the display; the work itself reports its own failures
      );
    };
  };

  const nameFor = (kind: OperationKind) => `${kind.replace('_', '-')}-${randomName(random)}.${ENDINGS[kind]}`;

  return {
    nameFor,

    async make(
      by: Requester,
      kind: OperationKind,
      lifetimeMs: number,
      chunks: (reader: ArchiveReader, onProgress: OnProgress) => AsyncIterable<Uint8Array>,
    ): Promise<Operation> {
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
      const file = nameFor(kind);
      const { id } = await repos.operations.insert({ kind, file, createdAt, createdBy: by.name, expiresAt });
      try {
        const stored = await snapshots.read((reader) => files.write(file, chunks(reader, progressOf(id))));
        return await transact(async (tx) => {
          const action = kind === 'backup' ? 'backup_created' : 'export_created';
          const detail = { kind, bytes: stored.bytes };
          await tx.audit.insert({
            ...auditOf({ ...by, personId: 0 }, clock.now(), action, file, detail),
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
        // The database itself may be what failed; the first error is the one to tell.
        await repos.operations.finish(id, { state: 'failed', problem }).catch(() => {});
        throw full ? new AppError('storage_full', { cause: error }) : error;
      }
    },
  };
}
