import type { EmptiedDays } from '../attendance/attendance.types.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { JobContext } from '../jobs/jobs.types.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { addDays, type LocalDate } from '../kernel/local-date.ts';
import type { Transact } from '../kernel/transact.ts';
import type { PrivacyRepos } from './privacy.ports.ts';
import { auditDetail } from './privacy.rules.ts';
import type { RetainedRows, RetentionRun, RowCounts } from './retention.types.ts';
import { daysOf, joined, peopleOf } from './retention-file.ts';
import { dayOfRow } from './retention-months.rules.ts';
import { endRemoving, type RunRepos } from './retention-run.ts';

type Repos = RunRepos & PrivacyRepos;

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Repos>;
}

/** An opened retention file. */
interface OpenedFile {
  readonly file: string;
  readonly writtenAt: Date;
  readonly pages: AsyncIterable<RetainedRows>;
  /** Null when this database does not know the run. */
  readonly run: RetentionRun | null;
}

/** Who asked: an administrator, or the command line. */
type Requester = Pick<Actor, 'name' | 'address'> & { readonly personId: number | null };

const DAYS_AT_ONCE = 31;

/** Where it is not known what was removed, or nothing was until now. */
const EVERYTHING: RowCounts = { audit: 1, attendance_days: 1 };

/** Ends the run if it is still removing, on whichever server, and keeps what is put back from being removed again. */
async function stopRemoving(tx: Repos, run: RetentionRun | null, at: Date): Promise<void> {
  if (run) await endRemoving(tx, run.operationId, at);
  const found = run && (await tx.retention.run(run.operationId));
  if (found?.state === 'writing')
    throw new AppError('conflict', {
      message: 'This file is still being written. Nothing has been deleted yet.',
    });
  const rules = await tx.privacy.settings();
  const removed = found && Object.keys(found.removed).length > 0 ? found.removed : EVERYTHING;
  const { audit = 0, ...attendance } = removed;
  const hasAttendance = Object.values(attendance).some((rows) => rows > 0);
  await tx.privacy.saveSettings({
    ...rules,
    attendanceYears: hasAttendance ? null : rules.attendanceYears,
    auditYears: audit > 0 ? null : rules.auditYears,
  });
}

/** Reads some days at a time: a statement has a limit. */
async function unfittingDays(tx: Repos, { since, before }: EmptiedDays): Promise<LocalDate[]> {
  const found: LocalDate[] = [];
  for (let from = since; from < before; from = addDays(from, DAYS_AT_ONCE)) {
    const to = addDays(from, DAYS_AT_ONCE);
    found.push(...(await tx.retention.unfittingDays({ since: from, before: to < before ? to : before })));
  }
  return found;
}

/**
 * Inserts the rows of a retention file that are missing, step by step, after ending its run and switching off the rules
 * that removed them. Once all are back, days with verdicts that do not fit what was changed meanwhile are repaired.
 * Roll-ups follow by the database's triggers. Rows of people who were erased since stay out. Done twice, the second time
 * inserts nothing.
 */
export async function putBackRows(
  { clock, transact }: Needs,
  { file, writtenAt, pages, run }: OpenedFile,
  by: Requester,
  job?: Pick<JobContext, 'signal' | 'onProgress'>,
): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  let done = 0;
  let days: EmptiedDays | null = null;
  const dates = new Set<LocalDate>();
  await transact((tx) => stopRemoving(tx, run, clock.now()));
  for await (const page of pages) {
    const { table, rows } = page;
    job?.signal.throwIfAborted();
    const added = await transact(async (tx) => {
      const people = peopleOf(rows);
      if (people.length > 0) await tx.attendance.lockPeople(people);
      const inserted = await tx.retention.putBack(table, rows, writtenAt);
      if (run) await tx.retention.notePutBack(run.operationId, table, inserted);
      return inserted;
    });
    counts[table] = (counts[table] ?? 0) + added;
    days = joined(days, daysOf(page));
    if (table === 'attendance_days') for (const row of rows) dates.add(dayOfRow(row));
    done += rows.length;
    job?.onProgress(done, run?.total ?? done);
  }
  await transact(async (tx) => {
    const at = clock.now();
    // A change of the calendar is either seen here, or repairs these days itself.
    await tx.calendar.lockClosing();
    if (run) await tx.retention.noteUndone(run.operationId, at);
    await tx.retention.forgetEmptied(file, days, [...dates]);
    if (days) await tx.calendarHistory.beginRepair(await unfittingDays(tx, days));
    const entry = auditEntry(
      { ...by, personId: by.personId ?? 0 },
      at,
      'retention_undone',
      file,
      auditDetail(counts),
    );
    await tx.audit.insert({ ...entry, actorId: by.personId });
  });
  return counts;
}
