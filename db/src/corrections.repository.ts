import type { CorrectionRepository } from '@rollcall/core/attendance/correction.ports';
import type { Correction, CorrectionWanted, WantedVerdict } from '@rollcall/core/attendance/correction.types';
import { and, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from './connection.ts';
import { namingConflicts } from './constraint-errors.ts';
import { people } from './schema.ts';
import { corrections } from './schema-attendance.ts';
import { timeFromDb } from './time-columns.ts';

type Row = typeof corrections.$inferSelect;

/** A constraint holds the two together: a presence has a time, nothing else has. */
function wantedOf(row: { wanted: CorrectionWanted; wantedTime: string | null }): WantedVerdict {
  return row.wanted === 'present'
    ? { wanted: 'present', time: timeFromDb(row.wantedTime ?? '00:00') }
    : { wanted: row.wanted, time: null };
}

const fromRow = (row: Row): Correction => ({
  ...wantedOf(row),
  id: row.id,
  personId: row.personId,
  date: row.day,
  reason: row.reason,
  askedBy: row.askedBy ?? 0,
  askedAt: row.askedAt,
  state: row.state,
  decidedAt: row.decidedAt,
  note: row.note,
  before: row.beforeStatus ? { status: row.beforeStatus, firstIn: row.beforeFirstIn } : null,
});

export function createCorrectionRepository(db: Db): CorrectionRepository {
  const asker = alias(people, 'asker');
  const decider = alias(people, 'decider');

  return {
    async insert({ date, wanted, time, ...rest }) {
      const values = { ...rest, day: date, wanted, wantedTime: time, state: 'pending' as const };
      const [row] = await namingConflicts(
        db.insert(corrections).values(values).returning({ id: corrections.id }).execute(),
      );
      if (!row) throw new Error('The insert answered no row.');
      return row.id;
    },

    async lock(id) {
      const [row] = await db.select().from(corrections).where(eq(corrections.id, id)).for('update');
      return row ? fromRow(row) : null;
    },

    async decide(id, { before, ...decision }) {
      await db
        .update(corrections)
        .set({ ...decision, beforeStatus: before?.status ?? null, beforeFirstIn: before?.firstIn ?? null })
        .where(eq(corrections.id, id));
    },

    async list({ state, personId, limit }) {
      const rows = await db
        .select({
          row: corrections,
          code: people.code,
          name: people.name,
          askedByName: sql<string>`coalesce(${asker.name}, 'Deleted user')`,
          decidedByName: decider.name,
        })
        .from(corrections)
        .innerJoin(people, eq(people.id, corrections.personId))
        .leftJoin(asker, eq(asker.id, corrections.askedBy))
        .leftJoin(decider, eq(decider.id, corrections.decidedBy))
        .where(
          and(
            state && eq(corrections.state, state),
            personId === undefined ? undefined : eq(corrections.personId, personId),
          ),
        )
        .orderBy(desc(corrections.id))
        .limit(limit);
      return rows.map(({ row, ...names }) => ({ ...fromRow(row), ...names }));
    },
  };
}
