import type { FutureDayRepository, KnownTimeRepository } from '@rollcall/core/clock-guard/clock-guard.ports';
import type { DatabaseReading } from '@rollcall/core/clock-guard/clock-guard.types';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../connection.ts';
import { knownTime } from '../schema/data-safety.schema.ts';

export function createKnownTimeRepository(db: Db): KnownTimeRepository {
  const save = (to: Date, later: boolean) =>
    db
      .insert(knownTime)
      .values({ at: to })
      .onConflictDoUpdate({
        target: knownTime.onlyRow,
        set: { at: later ? sql`greatest(${knownTime.at}, excluded.at)` : sql`excluded.at` },
      });

  return {
    async get() {
      const [row] = await db.select({ at: knownTime.at }).from(knownTime);
      return row?.at ?? null;
    },

    async advance(to) {
      await save(to, true);
    },

    async set(to) {
      await save(to, false);
    },
  };
}

/** Reads the clock of the machine on which the database runs. */
export async function readDatabaseClock(db: Db, isElsewhere: boolean): Promise<DatabaseReading> {
  const { time } = await oneOf<{ time: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`,
  );
  return { time, isElsewhere };
}

/** Verdicts that closing gave, of people who were not seen. */
const GIVEN_BY_CLOSING = sql`first_in is null and source in ('closing', 'leave')`;

export function createFutureDayRepository(db: Db): FutureDayRepository {
  const count = async (query: SQL): Promise<number> => (await oneOf<{ count: number }>(db, query)).count;

  return {
    async closedAfter(day) {
      const found = await oneOf<{ days: number; from: LocalDate | null; to: LocalDate | null }>(
        db,
        sql`select count(*)::int as days, min(day)::text as from, max(day)::text as to
            from closed_days where day > ${day}`,
      );
      const { days, from, to } = found;
      if (from === null || to === null) return null;
      const verdicts = await count(
        sql`select count(*)::int as count from attendance_days
            where day > ${day} and ${GIVEN_BY_CLOSING} and day in (select day from closed_days where day > ${day})`,
      );
      return { days, from, to, verdicts };
    },

    async daysAfter(day) {
      const rows = await rowsOf<{ day: LocalDate }>(
        db,
        sql`select day::text as day from closed_days where day > ${day} order by day desc`,
      );
      return rows.map((row) => row.day);
    },

    async peopleOn(day) {
      const rows = await rowsOf<{ id: number }>(
        db,
        sql`select person_id as id from attendance_days where day = ${day} and ${GIVEN_BY_CLOSING} order by 1`,
      );
      return rows.map(({ id }) => id);
    },

    async reopen(day) {
      await db.execute(sql`delete from closed_days where day = ${day}`);
      return count(
        sql`with gone as (delete from attendance_days where day = ${day} and ${GIVEN_BY_CLOSING} returning 1)
            select count(*)::int as count from gone`,
      );
    },
  };
}
