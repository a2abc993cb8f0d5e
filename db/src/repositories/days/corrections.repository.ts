import type { CorrectionRepository } from '@rollcall/core/attendance/attendance.ports';
import type { Correction, CorrectionWanted, WantedVerdict } from '@rollcall/core/attendance/attendance.types';
import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Db, withConflictErrors, writtenRow } from '../../connection.ts';
import { corrections } from '../../schema/attendance.schema.ts';
import { timeFromDb } from '../../schema/columns.ts';
import { people } from '../../schema/institution.schema.ts';
import { reached } from '../accounts/reach.ts';

type Row = typeof corrections.$inferSelect;

/** A check constraint guarantees that `present` and `late` have a time and every other status has none. */
export const wantedVerdict = (wanted: CorrectionWanted, time: string | null): WantedVerdict =>
  wanted === 'present' || wanted === 'late'
    ? { wanted, time: timeFromDb(time ?? '00:00') }
    : { wanted, time: null };

const fromRow = (row: Row): Correction => ({
  ...wantedVerdict(row.wanted, row.wantedTime),
  id: row.id,
  personId: row.personId,
  date: row.day,
  reason: row.reason,
  askedBy: row.askedBy ?? 0,
  askedAt: row.askedAt,
  state: row.state,
  decidedBy: row.decidedBy,
  decidedAt: row.decidedAt,
  note: row.note,
  before: row.beforeStatus ? { status: row.beforeStatus, firstIn: row.beforeFirstIn } : null,
});

/** The verdict that a correction replaced. */
const replaced = (before: Correction['before']) => ({
  beforeStatus: before?.status ?? null,
  beforeFirstIn: before?.firstIn ?? null,
});

export function createCorrectionRepository(db: Db): CorrectionRepository {
  const asker = alias(people, 'asker');
  const decider = alias(people, 'decider');

  return {
    async insert({ date, wanted, time, ...rest }) {
      const values = { ...rest, day: date, wanted, wantedTime: time, state: 'pending' as const };
      const rows = await withConflictErrors(
        db.insert(corrections).values(values).returning({ id: corrections.id }).execute(),
      );
      return writtenRow(rows).id;
    },

    async insertAccepted({ date, wanted, time, ...rest }, { before, ...decision }) {
      const values = { ...rest, day: date, wanted, wantedTime: time, ...decision, ...replaced(before) };
      return writtenRow(await db.insert(corrections).values(values).returning({ id: corrections.id })).id;
    },

    async inForce(personId, date) {
      const [row] = await db
        .select()
        .from(corrections)
        .where(
          and(
            eq(corrections.personId, personId),
            eq(corrections.day, date),
            eq(corrections.state, 'accepted'),
          ),
        )
        .orderBy(desc(corrections.decidedAt), desc(corrections.id))
        .limit(1);
      return row ? fromRow(row) : null;
    },

    async takeBack(id) {
      await db.update(corrections).set({ state: 'taken_back' }).where(eq(corrections.id, id));
    },

    async byId(id) {
      const [row] = await db.select().from(corrections).where(eq(corrections.id, id));
      return row ? fromRow(row) : null;
    },

    async lock(id) {
      const [row] = await db.select().from(corrections).where(eq(corrections.id, id)).for('update');
      return row ? fromRow(row) : null;
    },

    async decide(id, { before, ...decision }) {
      await db
        .update(corrections)
        .set({ ...decision, ...replaced(before) })
        .where(eq(corrections.id, id));
    },

    countPending: (personId) =>
      db.$count(corrections, and(eq(corrections.personId, personId), eq(corrections.state, 'pending'))),

    async list({ state, reach, orAskedBy, limit, offset = 0, after }) {
      const isAfter = state === 'pending' ? gt : lt;
      const asked = orAskedBy === undefined ? undefined : eq(corrections.askedBy, orAskedBy);
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
            or(asked, reached(reach, sql`people`)),
            after === undefined ? undefined : isAfter(corrections.id, after),
          ),
        )
        .orderBy(state === 'pending' ? asc(corrections.id) : desc(corrections.id))
        .limit(limit)
        .offset(offset);
      return rows.map(({ row, ...names }) => ({ ...fromRow(row), ...names }));
    },
  };
}
