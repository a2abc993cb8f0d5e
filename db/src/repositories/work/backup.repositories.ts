import type { BackupScheduleRepository } from '@rollcall/core/backup/backup.ports';
import { DEFAULT_SCHEDULE } from '@rollcall/core/backup/backup.rules';
import type { FilePlaceRepository, OperationRepository } from '@rollcall/core/operations/operations.ports';
import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, not, notInArray, or, sql } from 'drizzle-orm';
import { type Db, rowsOf, writtenRow } from '../../connection.ts';
import { timeFromDb } from '../../schema/columns.ts';
import { backupSchedule, filePlaces, operations } from '../../schema/data-safety.schema.ts';

/** A nightly backup whose file is complete. */
const isWritten = and(operations.scheduled, eq(operations.state, 'done'));

export function createOperationRepository(db: Db): OperationRepository {
  return {
    async insert(operation) {
      const values = { ...operation, state: 'running' as const, bytes: 0, sha256: '' };
      return writtenRow(await db.insert(operations).values(values).returning());
    },

    async progress(id, done, total) {
      await db
        .update(operations)
        .set({ done, total })
        .where(and(eq(operations.id, id), eq(operations.state, 'running')));
    },

    async finish(id, result) {
      const set =
        result.state === 'done' ? { ...result, problem: null, done: sql`${operations.total}` } : result;
      return writtenRow(await db.update(operations).set(set).where(eq(operations.id, id)).returning());
    },

    async failInterrupted(problem) {
      const rows = await rowsOf<{ id: number }>(
        db,
        sql`update operations o set state = 'failed', problem = ${problem}
            where o.state = 'running' and o.kind in ('backup', 'export_json', 'export_csv', 'import') and not exists
              (select 1 from jobs j where j.id = o.job_id and j.state in ('waiting', 'running'))
            returning o.id`,
      );
      return rows.length;
    },

    async resume(jobId, file) {
      const ofJob = eq(operations.jobId, jobId);
      const isRunning = and(ofJob, eq(operations.state, 'running'));
      await db.delete(operations).where(and(ofJob, eq(operations.state, 'failed')));
      if (file !== undefined) await db.update(operations).set({ file }).where(isRunning);
      const isFinal = not(operations.scheduled);
      const [row] = await db
        .select()
        .from(operations)
        .where(or(isRunning, and(ofJob, isFinal)));
      return row ?? null;
    },

    // The progress of running work is in its job.
    async list(limit) {
      const rows = await db
        .select({
          operation: operations,
          done: sql<string | null>`(select j.done::text from jobs j where j.id = ${operations.jobId})`,
          total: sql<string | null>`(select j.total::text from jobs j where j.id = ${operations.jobId})`,
        })
        .from(operations)
        .where(ne(operations.kind, 'upload'))
        .orderBy(desc(operations.id))
        .limit(limit);
      return rows.map(({ operation, done, total }) =>
        operation.state === 'running' && done !== null
          ? { ...operation, done: Number(done), total: Number(total) }
          : operation,
      );
    },

    async byFile(file) {
      const [row] = await db.select().from(operations).where(eq(operations.file, file));
      return row ?? null;
    },

    async byId(id) {
      const [row] = await db.select().from(operations).where(eq(operations.id, id));
      return row ?? null;
    },

    async storedFiles() {
      const rows = await db
        .select({ file: operations.file })
        .from(operations)
        .where(and(eq(operations.state, 'done'), notInArray(operations.kind, ['import', 'upload'])));
      return rows.map(({ file }) => file);
    },

    all: () => db.select().from(operations),

    async remove(ids) {
      if (ids.length > 0) await db.delete(operations).where(inArray(operations.id, [...ids]));
    },

    async keepUntil(ids, expiresAt) {
      if (ids.length > 0)
        await db
          .update(operations)
          .set({ expiresAt })
          .where(inArray(operations.id, [...ids]));
    },

    async unverified(jobId) {
      const [row] = await db
        .select()
        .from(operations)
        .where(and(eq(operations.jobId, jobId), isWritten, isNull(operations.verifiedAt)));
      return row ?? null;
    },

    async verified(id, verifiedAt) {
      return writtenRow(
        await db.update(operations).set({ verifiedAt }).where(eq(operations.id, id)).returning(),
      );
    },

    async lastScheduled(now) {
      const [row] = await db
        .select()
        .from(operations)
        .where(and(isWritten, isNotNull(operations.verifiedAt), lte(operations.createdAt, now)))
        .orderBy(desc(operations.createdAt), desc(operations.id))
        .limit(1);
      return row ?? null;
    },
  };
}

export function createBackupScheduleRepository(db: Db): BackupScheduleRepository {
  return {
    async get() {
      const [row] = await db.select().from(backupSchedule);
      if (!row) return DEFAULT_SCHEDULE;
      const { enabled, at, keepDaily, keepWeekly } = row;
      return { enabled, at: timeFromDb(at), keepDaily, keepWeekly };
    },

    async save(schedule) {
      await db
        .insert(backupSchedule)
        .values(schedule)
        .onConflictDoUpdate({ target: backupSchedule.onlyRow, set: schedule });
    },
  };
}

export function createFilePlaceRepository(db: Db): FilePlaceRepository {
  return {
    async confirm(mark, replacedAfterMs) {
      const [known] = await rowsOf<{ isFresh: boolean }>(
        db,
        sql`select confirmed_at between now() - interval '1 minute' and now() as "isFresh" from file_places
            where mark = ${mark}`,
      );
      if (known?.isFresh) return true;
      const confirmed = await rowsOf<{ mark: string }>(
        db,
        sql`insert into file_places as p (mark, confirmed_at) values (${mark}, now())
            on conflict (only_row) do update set mark = excluded.mark, confirmed_at = excluded.confirmed_at,
                since = case when p.mark = excluded.mark then p.since else now() end
              where p.mark = excluded.mark
                or p.confirmed_at <= now() - ${replacedAfterMs}::float8 * interval '1 millisecond'
            returning p.mark`,
      );
      return confirmed.length === 1;
    },

    async since() {
      const [row] = await db.select({ since: filePlaces.since }).from(filePlaces);
      return row?.since ?? new Date(0);
    },
  };
}
