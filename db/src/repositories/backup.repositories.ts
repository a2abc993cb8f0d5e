import type { BackupScheduleRepository } from '@rollcall/core/backup/backup.ports';
import { DEFAULT_SCHEDULE } from '@rollcall/core/backup/backup.rules';
import type { OperationRepository } from '@rollcall/core/operations/operations.ports';
import { and, desc, eq, lt, lte, ne, sql } from 'drizzle-orm';
import { type Db, rowsOf, writtenRow } from '../connection.ts';
import { timeFromDb } from '../schema/columns.ts';
import { backupSchedule, operations } from '../schema/data-safety.schema.ts';

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
      const set = result.state === 'done' ? { ...result, done: sql`${operations.total}` } : result;
      return writtenRow(await db.update(operations).set(set).where(eq(operations.id, id)).returning());
    },

    async failStale(before, problem) {
      const failed = await db
        .update(operations)
        .set({ state: 'failed', problem })
        .where(and(eq(operations.state, 'running'), lt(operations.createdAt, before)))
        .returning({ id: operations.id });
      return failed.length;
    },

    list: (limit) =>
      db
        .select()
        .from(operations)
        .where(ne(operations.kind, 'upload'))
        .orderBy(desc(operations.id))
        .limit(limit),

    async byFile(file) {
      const [row] = await db.select().from(operations).where(eq(operations.file, file));
      return row ?? null;
    },

    async byId(id) {
      const [row] = await db.select().from(operations).where(eq(operations.id, id));
      return row ?? null;
    },

    removeExpired: (now) => db.delete(operations).where(lte(operations.expiresAt, now)).returning(),
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

    async lastRun() {
      const [row] = await db.select({ day: backupSchedule.lastRunOn }).from(backupSchedule);
      return row?.day ?? null;
    },

    async claim(day) {
      const { enabled, at, keepDaily, keepWeekly } = DEFAULT_SCHEDULE;
      const claimed = await rowsOf<{ day: string }>(
        db,
        sql`insert into backup_schedule (enabled, at_time, keep_daily, keep_weekly, last_run_on)
            values (${enabled}, ${at}, ${keepDaily}, ${keepWeekly}, ${day})
            on conflict (only_row) do update set last_run_on = excluded.last_run_on
              where backup_schedule.last_run_on is null or backup_schedule.last_run_on < excluded.last_run_on
            returning last_run_on::text as day`,
      );
      return claimed.length === 1;
    },
  };
}
