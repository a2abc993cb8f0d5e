import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { FaceRepos } from '../faces/face.ports.ts';
import type { GalleryReload } from '../faces/gallery.ports.ts';
import type { Jobs } from '../jobs/jobs.ports.ts';
import type { JobContext } from '../jobs/jobs.types.ts';
import type { Actor } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { Transact } from '../kernel/transact.ts';
import type { SettingsReader, Today } from '../settings/settings.ports.ts';
import type { PrivacyRepos } from './privacy.ports.ts';
import { cutoffsOf } from './privacy.rules.ts';
import type { PrivacySettings } from './privacy.types.ts';
import type { Cutoffs, RetentionCount, RetentionRun, RowCounts } from './retention.types.ts';
import { createRetentionRuns, RETENTION, type RunNeeds, type RunRepos } from './retention-run.ts';
import { putBackRows } from './retention-undo.ts';

type Repos = RunRepos & FaceRepos & PrivacyRepos;

interface Needs extends Omit<RunNeeds, 'repos' | 'transact'> {
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly gallerySync: GalleryReload;
  readonly jobs: Jobs;
}

interface UndoRequest {
  readonly operationId: number;
  readonly by: Pick<Actor, 'personId' | 'name' | 'address'>;
}

const HOUR = 3_600_000;
const RUNS_LISTED = 50;
const LANE = 'retention';
const UNDO_JOB = 'retention_undo';
/** People whose faces are removed in one transaction. */
const FACES_AT_ONCE = 100;
const NOTHING: RetentionCount = {
  peopleWithUnusedFaces: 0,
  attendanceDays: 0,
  checkIns: 0,
  auditEntries: 0,
};

const countOf = (faces: number, removed: RowCounts): RetentionCount => ({
  peopleWithUnusedFaces: faces,
  attendanceDays: removed.attendance_days ?? 0,
  checkIns: removed.check_ins ?? 0,
  auditEntries: removed.audit ?? 0,
});

/** Removes data older than the retention settings allow; the preview counts it by the same rules. */
export function createRetentionService(needs: Needs) {
  const { clock, repos, settings, transactAndPublish, gallerySync, clockGuard, jobs } = needs;
  const runs = createRetentionRuns(needs);

  const unusedFaces = async ({ facesUnusedSince }: Cutoffs) =>
    facesUnusedSince ? repos.retention.unusedFaces(facesUnusedSince) : [];

  const countDue = async (rules: PrivacySettings, { date, zone }: Today): Promise<RetentionCount> => {
    const cutoffs = cutoffsOf(rules, date, zone);
    const { attendanceBefore, auditBefore } = cutoffs;
    const attendance = attendanceBefore
      ? await repos.retention.countAttendanceBefore(attendanceBefore)
      : { days: 0, checkIns: 0 };
    return {
      peopleWithUnusedFaces: (await unusedFaces(cutoffs)).length,
      attendanceDays: attendance.days,
      checkIns: attendance.checkIns,
      auditEntries: auditBefore ? await repos.retention.countAuditBefore(auditBefore) : 0,
    };
  };

  const hasRowsDue = async ({ attendanceBefore, auditBefore }: Cutoffs): Promise<boolean> =>
    (attendanceBefore !== null && (await repos.retention.hasAttendanceBefore(attendanceBefore))) ||
    (auditBefore !== null && (await repos.retention.hasAuditBefore(auditBefore)));

  /** Removes the faces of those people who are still not using theirs. */
  const removeUnused = (personIds: readonly number[], since: Date): Promise<number[]> =>
    transactAndPublish('faces', async (tx) => {
      await tx.attendance.lockPeople(personIds);
      // They may have enrolled or been recognised since they were listed.
      const unused = await tx.retention.unusedFaces(since, personIds);
      for (const { personId } of unused) {
        await tx.faces.removeTemplates(personId);
        await tx.faces.removeKey(personId);
      }
      return unused.map(({ personId }) => personId);
    });

  /** Removes unused faces, some at a time, while the clock is trusted. Answers of how many people. */
  const removeFaces = async (
    faces: readonly { personId: number }[],
    since: Date | null,
    now: Date,
    job?: JobContext,
  ): Promise<number> => {
    let removed = 0;
    try {
      for (let start = 0; since && start < faces.length; start += FACES_AT_ONCE) {
        job?.signal.throwIfAborted();
        if (!(await clockGuard.isTrusted(now))) break;
        const some = faces.slice(start, start + FACES_AT_ONCE).map(({ personId }) => personId);
        const gone = await removeUnused(some, since);
        removed += gone.length;
        for (const personId of gone) await gallerySync.refresh(personId);
      }
    } finally {
      if (removed > 0) {
        const detail = { peopleWithUnusedFaces: removed };
        const entry = auditEntry(RETENTION, clock.now(), 'retention_applied', null, detail);
        await repos.audit.insert({ ...entry, actorId: null });
      }
    }
    return removed;
  };

  /** Null when the clock became doubted meanwhile: a later run continues. */
  const removeRows = async (cutoffs: Cutoffs, job?: JobContext): Promise<RowCounts | null> => {
    const operationId = await runs.write(cutoffs, job);
    const removed = await runs.remove(operationId, job);
    await transactAndPublish('attendance', async () => {});
    return removed;
  };

  /** What it removed, and whether it came to its end: not if the clock is doubted or becomes so. */
  const apply = async (job?: JobContext): Promise<{ count: RetentionCount; isDone: boolean }> => {
    if (!(await clockGuard.isTrusted())) return { count: NOTHING, isDone: false };
    if (!(await runs.resume(job))) return { count: NOTHING, isDone: false };
    const today = await settings.today();
    const cutoffs = cutoffsOf(await repos.privacy.settings(), today.date, today.zone);
    const faces = await unusedFaces(cutoffs);
    const facesGone = await removeFaces(faces, cutoffs.facesUnusedSince, today.now, job);
    if (!(await clockGuard.isTrusted(today.now))) return { count: countOf(facesGone, {}), isDone: false };
    const removed = (await hasRowsDue(cutoffs)) ? await removeRows(cutoffs, job) : {};
    return { count: countOf(facesGone, removed ?? {}), isDone: removed !== null };
  };

  let lastRunOn: LocalDate | null = null;

  /**
   * Applies the rules once a day; called every hour. The day is kept in memory only: after a restart the rules run again
   * and find nothing to remove.
   */
  const runDaily = async (job?: JobContext): Promise<RetentionCount | null> => {
    if (!(await clockGuard.isTrusted())) return null;
    const { date } = await settings.today();
    if (lastRunOn === date) return null;
    const { count, isDone } = await apply(job);
    // Not before the end, so that a run that failed or was stopped by a doubted clock goes on an hour later.
    if (isDone) lastRunOn = date;
    return count;
  };

  const runUndo = async ({ operationId, by }: UndoRequest, job: JobContext): Promise<RowCounts> => {
    const found = await repos.retention.run(operationId);
    const opened = found && (await runs.openFile(found.file));
    if (!found || !opened) throw new AppError('file_not_found');
    const putBack = await putBackRows(needs, { ...opened, run: found, file: found.file }, by, job);
    await transactAndPublish(['attendance', 'settings'], async () => {});
    return putBack;
  };

  const common = { lane: LANE, needsFiles: true };
  jobs.define({
    kind: 'retention',
    name: 'Applying the retention rules',
    everyMs: HOUR,
    needsClock: true,
    ...common,
    run: (_input, job) => runDaily(job),
  });
  jobs.define<UndoRequest>({ kind: UNDO_JOB, name: 'Restoring deleted data', ...common, run: runUndo });

  return {
    /** Counts what the saved rules, or the given unsaved ones, would remove. */
    preview: async (rules?: PrivacySettings): Promise<RetentionCount> =>
      countDue(rules ?? (await repos.privacy.settings()), await settings.today()),

    run: async (job?: JobContext): Promise<RetentionCount> => (await apply(job)).count,
    runDaily,

    /** Removals that can be undone, newest first. */
    recent: (): Promise<RetentionRun[]> => repos.retention.runs(RUNS_LISTED),

    /** Puts the rows of a removal back; a second time finds them there. Switches off the rules that removed them. */
    async undo(actor: Actor, operationId: number): Promise<RetentionRun> {
      const found = await repos.retention.run(operationId);
      const isEmpty = found === null || Object.keys(found.removed).length === 0;
      if (!found || found.state === 'writing' || (found.state === 'failed' && isEmpty))
        throw new AppError('file_not_found');
      const { personId, name, address } = actor;
      const request: UndoRequest = { operationId, by: { personId, name, address } };
      const id = await jobs.add(UNDO_JOB, String(operationId), request);
      jobs.wake();
      await jobs.outcome(id);
      const undone = await repos.retention.run(operationId);
      if (!undone) throw new AppError('file_not_found');
      return undone;
    },
  };
}
