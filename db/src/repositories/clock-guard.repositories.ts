import type { FutureDayRepository, KnownTimeRepository } from '@rollcall/core/clock-guard/clock-guard.ports';
import type { DatabaseReading, FutureDays } from '@rollcall/core/clock-guard/clock-guard.types';
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

/** Days after this one that are closed, or on which anybody was seen. */
const recordedDays = (day: LocalDate): SQL => sql`(
  select day from closed_days where day > ${day} union select day from check_ins where day > ${day}
  union select day from class_marks where day > ${day}) d`;

export function createFutureDayRepository(db: Db): FutureDayRepository {
  const removeFrom = async (table: SQL, day: LocalDate, condition: SQL): Promise<number> => {
    const { count } = await oneOf<{ count: number }>(
      db,
      sql`with gone as (delete from ${table} where day = ${day} and ${condition} returning 1)
          select count(*)::int as count from gone`,
    );
    return count;
  };

  return {
    async recordedAfter(day) {
      const { from, to, ...counts } = await oneOf<
        Omit<FutureDays, 'from' | 'to'> & { from: LocalDate | null; to: LocalDate | null }
      >(
        db,
        sql`select min(day)::text as from, max(day)::text as to,
              (select count(*)::int from closed_days where day > ${day}) as days,
              (select count(*)::int from attendance_days where day > ${day} and ${GIVEN_BY_CLOSING}
                and day in (select day from closed_days where day > ${day})) as verdicts,
              (select count(*)::int from check_ins where day > ${day}) as "checkIns",
              (select count(*)::int from class_marks where day > ${day}) as "classMarks",
              array(select p.name || ' (' || p.code || ')' from people p
                where p.id in (select person_id from check_ins where day > ${day}
                  union select person_id from class_marks where day > ${day})
                order by p.name, p.code limit 50) as people
            from ${recordedDays(day)}`,
      );
      return from === null || to === null ? null : { from, to, ...counts };
    },

    async daysAfter(day) {
      const rows = await rowsOf<{ day: LocalDate }>(
        db,
        sql`select day::text as day from ${recordedDays(day)} order by d.day desc`,
      );
      return rows.map((row) => row.day);
    },

    async peopleOn(day) {
      const rows = await rowsOf<{ id: number }>(
        db,
        sql`select person_id as id from attendance_days where day = ${day}
            union select person_id from check_ins where day = ${day}
            union select person_id from class_marks where day = ${day} order by 1`,
      );
      return rows.map(({ id }) => id);
    },

    async clear(day) {
      await db.execute(sql`delete from closed_days where day = ${day}`);
      await db.execute(sql`delete from class_sightings where day = ${day}`);
      const checkIns = await removeFrom(sql`check_ins`, day, sql`true`);
      const classMarks = await removeFrom(sql`class_marks`, day, sql`true`);
      const verdicts = await removeFrom(sql`attendance_days`, day, GIVEN_BY_CLOSING);
      await removeFrom(sql`attendance_days`, day, sql`source in ('check_in', 'class')`);
      return { verdicts, checkIns, classMarks };
    },
  };
}
