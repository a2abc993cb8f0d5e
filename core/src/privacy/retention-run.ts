import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { ClockTrust } from '../clock-guard/clock-guard.ports.ts';
import type { JobContext } from '../jobs/jobs.types.ts';
import { chunksOf } from '../kernel/byte-streams.ts';
import type { Clock } from '../kernel/clock.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { FileStore, OperationRepos } from '../operations/operations.ports.ts';
import { DAY_MS, isDiskFull } from '../operations/operations.rules.ts';
import { auditDetail } from './privacy.rules.ts';
import type { RetentionRepos, RetentionSeal, RowPlace } from './retention.ports.ts';
import {
  type Cutoffs,
  RETAINED_TABLES,
  type RetainedRows,
  type RetentionRun,
  type RowCounts,
} from './retention.types.ts';
import { peopleOf, retentionContent, retentionRows } from './retention-file.ts';

export type RunRepos = AttendanceRepos & AuditRepos & OperationRepos & RetentionRepos;

export interface RunNeeds {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: RunRepos;
  readonly transact: Transact<RunRepos>;
  readonly files: FileStore;
  readonly retentionSeal: RetentionSeal;
  readonly clockGuard: ClockTrust;
}

/** How long what was removed can be put back. */
export const UNDO_DAYS = 30;
/** Rows per transaction: a step holds its locks for a fraction of a second. */
export const STEP_ROWS = 1000;
/** The clock is checked again after this many steps. */
const STEPS_PER_CHECK = 20;
const RETENTION = { personId: 0, name: 'Retention', address: 'server' };

/**
 * Removes old rows in two stages (docs/decisions/0027): writes them to a sealed file, then removes exactly the rows of
 * that file, step by step. A run that was interrupted while removing continues from its file.
 */
export function createRetentionRuns(needs: RunNeeds) {
  const { clock, random, repos, transact, files, retentionSeal, clockGuard } = needs;

  /** Rows due for removal, table by table, oldest first. */
  async function* dueRows({ attendanceBefore, auditBefore }: Cutoffs, job?: JobContext) {
    for (const table of RETAINED_TABLES) {
      const before = table === 'audit' ? auditBefore : attendanceBefore;
      if (before === null) continue;
      let after: RowPlace | null = null;
      do {
        job?.signal.throwIfAborted();
        const { rows, last }: { rows: string[]; last: RowPlace | null } = await repos.retention.page(
          table,
          before,
          after,
          STEP_ROWS,
        );
        yield { table, rows } satisfies RetainedRows;
        after = last;
      } while (after);
    }
  }

  const openFile = async (file: string) => {
    const stored = await files.read(file);
    if (!stored) return null;
    const { writtenAt, content } = await retentionSeal.open(chunksOf(stored.stream));
    return { writtenAt, pages: retentionRows(content, STEP_ROWS) };
  };

  const fail = async (operationId: number, problem: string) => {
    await transact(async (tx) => {
      await tx.retention.endRun(operationId, 'failed', clock.now());
      await tx.operations.finish(operationId, { state: 'failed', problem });
    });
  };

  const write = async (cutoffs: Cutoffs, job?: JobContext): Promise<number> => {
    const createdAt = clock.now();
    const file = `retention-${randomName(random)}.rollcall`;
    const expiresAt = new Date(createdAt.getTime() + UNDO_DAYS * DAY_MS);
    const { id } = await transact(async (tx) => {
      const operation = await tx.operations.insert({
        kind: 'retention',
        file,
        createdAt,
        createdBy: RETENTION.name,
        expiresAt,
        jobId: job?.jobId ?? null,
      });
      await tx.retention.insertRun(operation.id, createdAt);
      return operation;
    });
    try {
      let total = 0;
      const content = retentionContent(dueRows(cutoffs, job), (rows) => {
        total = rows;
      });
      const stored = await files.write(file, retentionSeal.seal(content));
      await repos.retention.startRemoving(id, { total, ...stored });
      return id;
    } catch (error) {
      await files.remove(file).catch(() => {}); // swept later; the first error is the one to throw
      const problem = isDiskFull(error)
        ? 'There is not enough room on the disk.'
        : 'It did not finish. See the log of the server.';
      await fail(id, problem).catch(() => {});
      throw error;
    }
  };

  const removeStep = ({ table, rows }: RetainedRows, operationId: number, done: number): Promise<number> =>
    transact(async (tx) => {
      const people = peopleOf(rows);
      if (people.length > 0) await tx.attendance.lockPeople(people);
      const removed = await tx.retention.remove(table, rows);
      await tx.retention.noteRemoved(operationId, table, done, removed);
      return removed;
    });

  const finish = (run: RetentionRun, faces: number): Promise<RowCounts> =>
    transact(async (tx) => {
      const at = clock.now();
      const removed = (await tx.retention.run(run.operationId))?.removed ?? {};
      await tx.retention.endRun(run.operationId, 'done', at);
      const { bytes, sha256 } = run;
      await tx.operations.finish(run.operationId, { state: 'done', bytes, sha256 });
      await tx.operations.keepUntil([run.operationId], new Date(at.getTime() + UNDO_DAYS * DAY_MS));
      const detail = { ...auditDetail(removed), ...(faces > 0 ? { peopleWithUnusedFaces: faces } : {}) };
      await tx.audit.insert({
        ...auditEntry(RETENTION, at, 'retention_applied', run.file, detail),
        actorId: null,
      });
      return removed;
    });

  /** Removes the rows of the file. Null when the clock became doubted: a later run continues. */
  const removeFileRows = async (
    operationId: number,
    faces: number,
    job?: JobContext,
  ): Promise<RowCounts | null> => {
    const run = await repos.retention.run(operationId);
    const opened = run && (await openFile(run.file));
    if (!run || !opened) {
      await fail(operationId, 'Its file is missing. Nothing more was removed.');
      return null;
    }
    let done = 0;
    let steps = 0;
    for await (const page of opened.pages) {
      done += page.rows.length;
      if (done <= run.done) continue;
      job?.signal.throwIfAborted();
      steps += 1;
      if (steps % STEPS_PER_CHECK === 1 && !(await clockGuard.isTrusted())) return null;
      await removeStep(page, operationId, done);
      await repos.operations.progress(operationId, done, run.total);
      job?.onProgress(done, run.total);
    }
    return finish(run, faces);
  };

  return {
    openFile,
    remove: removeFileRows,
    write,

    /** Continues runs that ended while removing, and gives up those that ended while writing. */
    async resume(job?: JobContext): Promise<void> {
      for (const { operationId, state, file } of await repos.retention.unfinished()) {
        if (state === 'removing') await removeFileRows(operationId, 0, job);
        else {
          await files.remove(file);
          await fail(operationId, 'It was interrupted before anything was removed.');
        }
      }
    },
  };
}
