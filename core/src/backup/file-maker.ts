import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { JobRepos } from '../jobs/jobs.ports.ts';
import type { JobContext } from '../jobs/jobs.types.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { CheckedFiles, OperationRepos } from '../operations/operations.ports.ts';
import { isDiskFull } from '../operations/operations.rules.ts';
import type { NewOperation, Operation } from '../operations/operations.types.ts';
import type { ArchiveReader, Snapshots } from './backup.ports.ts';

type Repos = AuditRepos & JobRepos & OperationRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly transact: Transact<Repos>;
  readonly files: CheckedFiles;
  readonly snapshots: Snapshots;
}

/** Who asked: a signed-in person, or the schedule. */
export type Requester = Pick<Actor, 'name' | 'address'> & { readonly personId: number | null };

export type OnProgress = (done: number, total: number) => void;

const FILE_EXTENSIONS = { backup: 'rollcall', export_json: 'json', export_csv: 'csv' } as const;
export type MadeKind = keyof typeof FILE_EXTENSIONS;

async function* untilAborted(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** Writes a file from one snapshot of the database, recorded as an operation with progress and result. */
export function createFileMaker({ clock, random, transact, files, snapshots }: Needs) {
  /** `day`: of an export of one day, which is then part of the name. */
  const newFile = (
    by: Requester,
    kind: MadeKind,
    lifetimeMs: number,
    { isScheduled = false, day = null }: { isScheduled?: boolean; day?: LocalDate | null } = {},
  ): NewOperation => {
    const createdAt = clock.now();
    const name = [kind.replace('_', '-'), ...(day ? [day] : []), randomName(random)].join('-');
    return {
      kind,
      file: `${name}.${FILE_EXTENSIONS[kind]}`,
      createdAt,
      createdBy: by.name,
      expiresAt: new Date(createdAt.getTime() + lifetimeMs),
      scheduled: isScheduled,
    };
  };

  return {
    newFile,

    /**
     * Makes the file of the job's operation: the one that an earlier run left, or a new one. Each run writes a file of its
     * own and records it only while this server has the job, so that one that lost it changes nothing of the next.
     */
    async make(
      job: JobContext,
      by: Requester,
      wanted: () => NewOperation | Promise<NewOperation>,
      chunks: (reader: ArchiveReader, onProgress: OnProgress) => AsyncIterable<Uint8Array>,
    ): Promise<Operation> {
      await files.assertHere();
      const fresh = await wanted();
      const operation = await transact(async (tx) => {
        await job.assertHeld(tx);
        return (
          (await tx.operations.resume(job.jobId, fresh.file)) ??
          tx.operations.insert({ ...fresh, jobId: job.jobId })
        );
      });
      if (operation.state === 'done') return operation; // by a run that was interrupted right after
      const { id, file, kind } = operation;
      let isWritten = false;
      try {
        const stored = await snapshots.read(async (reader) => {
          const written = await files.write(file, untilAborted(chunks(reader, job.onProgress), job.signal));
          isWritten = true;
          return written;
        });
        return await transact(async (tx) => {
          await job.assertHeld(tx);
          const action = kind === 'backup' ? 'backup_created' : 'export_created';
          const detail = { kind, bytes: stored.bytes };
          await tx.audit.insert({
            ...auditEntry({ ...by, personId: 0 }, clock.now(), action, file, detail),
            actorId: by.personId,
          });
          return tx.operations.finish(id, { state: 'done', ...stored });
        });
      } catch (error) {
        const full = isDiskFull(error);
        const problem = full
          ? 'There is not enough space on the disk.'
          : 'This did not finish. See the server log.';
        // A restore runs: neither the file nor the failure can be recorded. The operation ends with its job.
        const isRefused = error instanceof AppError && error.code === 'maintenance';
        // Whoever takes the job over continues with the same operation.
        const isNotRecorded =
          job.signal.aborted ||
          isRefused ||
          (await transact(async (tx) => {
            await job.assertHeld(tx);
            await tx.operations.finish(id, { state: 'failed', problem });
          }).then(
            () => true,
            () => job.signal.aborted, // else the database failed, perhaps after it recorded the file
          ));
        // Swept later if it cannot be removed; the first error is the one to throw.
        if (isWritten && isNotRecorded) await files.remove(file).catch(() => {});
        throw full ? new AppError('storage_full', { cause: error }) : error;
      }
    },
  };
}
