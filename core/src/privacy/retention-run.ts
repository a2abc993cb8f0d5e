import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { ClockTrust } from '../clock-guard/clock-guard.ports.ts';
import type { JobContext } from '../jobs/jobs.types.ts';
import { chunksOf } from '../kernel/byte-streams.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { addMonths, type LocalDate } from '../kernel/local-date.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { FileStore, OperationRepos } from '../operations/operations.ports.ts';
import { DAY_MS, isDiskFull } from '../operations/operations.rules.ts';
import { auditDetail } from './privacy.rules.ts';
import type { RetainedPage, RetentionRepos, RetentionSeal, RowPlace } from './retention.ports.ts';
import {
  type Cutoffs,
  RETAINED_TABLES,
  type RetainedMonth,
  type RetainedRows,
  type RetentionRun,
  type RowCounts,
} from './retention.types.ts';
import { daysOf, peopleOf, retentionContent, retentionRows } from './retention-file.ts';
import { joinedMonths, monthOfRow, withoutMonths } from './retention-months.rules.ts';

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

/** Months of verdicts that are removed as a whole: those to come in the file, and those that were. */
interface MonthsToRemove {
  readonly waiting: Map<LocalDate, RetainedMonth>;
  readonly gone: Set<LocalDate>;
}

/** How long what was removed can be put back. */
export const UNDO_DAYS = 30;
/** Rows per transaction: a step holds its locks for a fraction of a second. */
export const STEP_ROWS = 1000;
export const RETENTION = { personId: 0, name: 'Retention', address: 'server' };

/** Ends a run that is removing; its audit entry counts what it removed until now. Null if it has ended already. */
export async function endRemoving(tx: RunRepos, operationId: number, at: Date): Promise<RowCounts | null> {
  if ((await tx.retention.lockRun(operationId)) !== 'removing') return null;
  const run = await tx.retention.run(operationId);
  if (!run) return null;
  const { removed, bytes, sha256, file } = run;
  await tx.retention.endRun(operationId, 'done', at);
  await tx.operations.finish(operationId, { state: 'done', bytes, sha256 });
  await tx.operations.keepUntil([operationId], new Date(at.getTime() + UNDO_DAYS * DAY_MS));
  const entry = auditEntry(RETENTION, at, 'retention_applied', file, auditDetail(removed));
  await tx.audit.insert({ ...entry, actorId: null });
  return removed;
}

/**
 * Removes old rows in two stages (docs/decisions/0027): writes them to a sealed file, then removes exactly the rows of
 * that file, step by step. A run that was interrupted while removing continues from its file.
 */
export function createRetentionRuns(needs: RunNeeds) {
  const { clock, random, repos, transact, files, retentionSeal, clockGuard } = needs;

  /** Rows due for removal, table by table, oldest first. `onMonths` is told the months of each page of verdicts. */
  async function* dueRows(
    { attendanceBefore, auditBefore }: Cutoffs,
    onMonths: (months: readonly RetainedMonth[]) => void,
    job?: JobContext,
  ) {
    for (const table of RETAINED_TABLES) {
      const before = table === 'audit' ? auditBefore : attendanceBefore;
      if (before === null) continue;
      let after: RowPlace | null = null;
      do {
        job?.signal.throwIfAborted();
        const page: RetainedPage = await repos.retention.page(table, before, after, STEP_ROWS);
        onMonths(page.months);
        yield { table, rows: page.rows } satisfies RetainedRows;
        after = page.last;
      } while (after);
    }
  }

  const openFile = async (file: string) => {
    const stored = await files.read(file);
    if (!stored) return null;
    const { writtenAt, content } = await retentionSeal.open(chunksOf(stored.stream));
    return { writtenAt, pages: retentionRows(content, STEP_ROWS) };
  };

  /** Fails a run that has not ended. False if it has. */
  const fail = (operationId: number, problem: string): Promise<boolean> =>
    transact(async (tx) => {
      const state = await tx.retention.lockRun(operationId);
      if (state !== 'writing' && state !== 'removing') return false;
      await tx.retention.endRun(operationId, 'failed', clock.now());
      await tx.operations.finish(operationId, { state: 'failed', problem });
      return true;
    });

  const begin = async (file: string, job?: JobContext): Promise<number> => {
    const createdAt = clock.now();
    return transact(async (tx) => {
      const { id } = await tx.operations.insert({
        kind: 'retention',
        file,
        createdAt,
        createdBy: RETENTION.name,
        expiresAt: new Date(createdAt.getTime() + UNDO_DAYS * DAY_MS),
        jobId: job?.jobId ?? null,
      });
      await tx.retention.insertRun(id, createdAt);
      return id;
    });
  };

  const write = async (cutoffs: Cutoffs, job?: JobContext): Promise<number> => {
    const file = `retention-${randomName(random)}.rollcall`;
    const id = await begin(file, job);
    try {
      let total = 0;
      let months: readonly RetainedMonth[] = [];
      const addMonthsOf = (found: readonly RetainedMonth[]) => {
        months = joinedMonths(months, found);
      };
      const content = retentionContent(dueRows(cutoffs, addMonthsOf, job), (rows) => {
        total = rows;
      });
      const stored = await files.write(file, retentionSeal.seal(content));
      await transact(async (tx) => {
        // Another server gave the run up, because this one seemed to have ended, and removes its file.
        if ((await tx.retention.lockRun(id)) !== 'writing') throw new AppError('conflict');
        // The last month may have days that are not old enough.
        const whole = months.filter(({ month }) => addMonths(month, 1) <= (cutoffs.attendanceBefore ?? ''));
        await tx.retention.startRemoving(id, { total, ...stored, months: whole });
      });
      return id;
    } catch (error) {
      const problem = isDiskFull(error)
        ? 'There is not enough space on the disk.'
        : 'This did not finish. See the server log.';
      await fail(id, problem).catch(() => {}); // the first error is the one to throw
      await files.remove(file).catch(() => {}); // swept later
      throw error;
    }
  };

  /**
   * Removes one page, after noting that no verdict may be derived any more from what is left of its days. Notes it also of
   * a page that an earlier run removed: an upgrade or a restore may have lost it. False when the run was ended meanwhile,
   * by somebody who puts its rows back.
   */
  const removeStep = (page: RetainedRows, run: RetentionRun, done: number): Promise<boolean> =>
    transact(async (tx) => {
      const { operationId, file } = run;
      const { table, rows } = page;
      if ((await tx.retention.lockRun(operationId)) !== 'removing') return false;
      const days = daysOf(page);
      if (days) await tx.retention.noteEmptied(file, days);
      if (done <= run.done) return true;
      const people = peopleOf(rows);
      if (people.length > 0) await tx.attendance.lockPeople(people);
      const removed = rows.length > 0 ? await tx.retention.remove(table, rows) : 0;
      await tx.retention.noteRemoved(operationId, table, done, removed);
      return true;
    });

  /**
   * Removes a month at once where it still holds exactly the verdicts of the file; false leaves it to the steps. Null when
   * the run was ended meanwhile.
   */
  const removeMonth = (month: RetainedMonth, { operationId, file }: RetentionRun): Promise<boolean | null> =>
    transact(async (tx) => {
      if ((await tx.retention.lockRun(operationId)) !== 'removing') return null;
      await tx.retention.noteEmptied(file, month);
      const removed = await tx.retention.removeMonth(month);
      if (removed === null) return false;
      await tx.retention.noteRemoved(operationId, 'attendance_days', 0, removed);
      return true;
    });

  /**
   * Reads the file to its end, and answers the months that it holds completely: a month is removed before its rows are
   * come to in the file, and nothing may be removed that cannot be read there.
   */
  const monthsIn = async (run: RetentionRun, job?: JobContext): Promise<readonly RetainedMonth[]> => {
    const opened = run.months.length > 0 ? await openFile(run.file) : null;
    const counts = new Map<LocalDate, number>();
    for await (const { table, rows } of opened?.pages ?? []) {
      job?.signal.throwIfAborted();
      if (table !== 'attendance_days') continue;
      for (const month of rows.map(monthOfRow)) counts.set(month, (counts.get(month) ?? 0) + 1);
    }
    return run.months.filter(({ month, rows }) => counts.get(month) === rows);
  };

  /** Removes the months that begin in a page of verdicts; answers the rest of the page, null when the run was ended. */
  const removeMonthsOf = async (
    page: RetainedRows,
    run: RetentionRun,
    months: MonthsToRemove,
  ): Promise<RetainedRows | null> => {
    if (page.table !== 'attendance_days') return page;
    for (const month of new Set(page.rows.map(monthOfRow))) {
      const waiting = months.waiting.get(month);
      if (!waiting) continue;
      const isGone = await removeMonth(waiting, run);
      if (isGone === null) return null;
      months.waiting.delete(month);
      if (isGone) months.gone.add(month);
    }
    return withoutMonths(page, months.gone);
  };

  const removePages = async (
    run: RetentionRun,
    pages: AsyncIterable<RetainedRows>,
    job?: JobContext,
  ): Promise<boolean> => {
    const { operationId, total } = run;
    const whole = await monthsIn(run, job);
    const months: MonthsToRemove = {
      waiting: new Map(whole.map((each) => [each.month, each])),
      gone: new Set(),
    };
    let done = 0;
    for await (const page of pages) {
      done += page.rows.length;
      job?.signal.throwIfAborted();
      if (!(await clockGuard.isTrusted())) return false;
      const rest = done > run.done ? await removeMonthsOf(page, run, months) : page;
      if (!rest || !(await removeStep(rest, run, done))) break;
      if (done <= run.done) continue;
      await repos.operations.progress(operationId, done, total);
      job?.onProgress(done, total);
    }
    const last = whole.at(-1);
    if (last) await repos.retention.dropEmptyMonths(addMonths(last.month, 1));
    return true;
  };

  /** Removes the rows of the file. Null when the clock became doubted: a later run continues. */
  const remove = async (operationId: number, job?: JobContext): Promise<RowCounts | null> => {
    const run = await repos.retention.run(operationId);
    try {
      const opened = run && (await openFile(run.file));
      if (!run || !opened) {
        await fail(operationId, 'Its file is missing. Nothing more was deleted.');
        return run?.removed ?? {};
      }
      if (!(await removePages(run, opened.pages, job))) return null;
    } catch (error) {
      // It would fail in the same way every day, and nothing else would be removed.
      if (!(error instanceof AppError) || error.code !== 'archive_refused') throw error;
      await fail(operationId, `${error.message} Nothing more was deleted.`);
      job?.report(error);
    }
    const ended = await transact((tx) => endRemoving(tx, operationId, clock.now()));
    return ended ?? (await repos.retention.run(operationId))?.removed ?? {};
  };

  return {
    openFile,
    remove,
    write,

    /**
     * Continues runs that ended while removing, and gives up those that ended while writing. False when the clock became
     * doubted.
     */
    async resume(job?: JobContext): Promise<boolean> {
      for (const { operationId, state, file } of await repos.retention.unfinished()) {
        if (state === 'removing') {
          if ((await remove(operationId, job)) === null) return false;
          continue;
        }
        if (await fail(operationId, 'This was interrupted before anything was deleted.'))
          await files.remove(file);
      }
      return true;
    },
  };
}
