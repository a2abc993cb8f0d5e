import type { ClassMarkRepository } from '@rollcall/core/classes/classes.ports';
import type { SheetEntry } from '@rollcall/core/classes/classes.types';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { and, asc, eq, isNull, lt, max, sql } from 'drizzle-orm';
import type { Db } from '../connection.ts';
import { attendanceDays, classMarks, classSightings } from '../schema/attendance.schema.ts';
import { ruleToDb } from '../schema/columns.ts';
import { classMembers, people } from '../schema/institution.schema.ts';
import { CLASS_MEMBER } from './classes.repository.ts';

/** The mark in force of a person (an id or the column joined to) in one class on one day. */
const isCurrentMark = (classId: number, person: number | typeof people.id, date: LocalDate) =>
  and(
    eq(classMarks.classId, classId),
    eq(classMarks.personId, person),
    eq(classMarks.day, date),
    isNull(classMarks.replacedAt),
  );

export function createClassMarkRepository(db: Db): ClassMarkRepository {
  return {
    async lockSheet(classId) {
      await db.execute(sql`select 1 from classes where id = ${classId} for update`);
    },

    async revision(classId, date) {
      const [row] = await db
        .select({ newest: max(classMarks.id) })
        .from(classMarks)
        .where(and(eq(classMarks.classId, classId), eq(classMarks.day, date)));
      return row?.newest ?? 0;
    },

    async sheet(classId, date) {
      const rows = await db
        .select({
          ...CLASS_MEMBER,
          day: attendanceDays,
          mark: classMarks,
          sighting: classSightings,
          checkedInAt: sql<Date | null>`(select min(c.seen_at) from check_ins c
            where c.person_id = ${people.id} and c.day = ${date})`.mapWith(classSightings.seenAt),
        })
        .from(classMembers)
        .innerJoin(people, eq(people.id, classMembers.personId))
        .leftJoin(attendanceDays, and(eq(attendanceDays.personId, people.id), eq(attendanceDays.day, date)))
        .leftJoin(classMarks, isCurrentMark(classId, people.id, date))
        .leftJoin(
          classSightings,
          and(
            eq(classSightings.classId, classId),
            eq(classSightings.personId, people.id),
            eq(classSightings.day, date),
          ),
        )
        .where(eq(classMembers.classId, classId))
        .orderBy(sql`lower(${people.name})`, asc(people.id));
      return rows.map(({ day, mark, sighting, checkedInAt, ...person }): SheetEntry => {
        // An accepted correction of the day counts like a check-in: it precedes this sheet.
        const decided = day?.source === 'correction' ? day : null;
        return {
          ...person,
          status: day?.status ?? null,
          firstIn: day?.firstIn ?? null,
          mark: mark && { status: mark.status, means: mark.means, markedAt: mark.markedAt },
          sighting: sighting && { seenAt: sighting.seenAt, score: sighting.score },
          own: {
            seenAt: decided ? decided.firstIn : checkedInAt,
            isExcused: day?.status === 'excused' && day.source !== 'class',
          },
        };
      });
    },

    async saveMark({ date, rule, ...mark }) {
      await db
        .update(classMarks)
        .set({ replacedAt: mark.markedAt })
        .where(isCurrentMark(mark.classId, mark.personId, date));
      await db.insert(classMarks).values({ ...mark, day: date, ...ruleToDb(rule) });
    },

    async removeSightings(personId) {
      await db.delete(classSightings).where(eq(classSightings.personId, personId));
    },

    async recordSightings(classId, date, sightings) {
      await db.delete(classSightings).where(lt(classSightings.day, date));
      if (sightings.length === 0) return;
      await db
        .insert(classSightings)
        .values(sightings.map((each) => ({ ...each, classId, day: date })))
        .onConflictDoUpdate({
          target: [classSightings.classId, classSightings.personId, classSightings.day],
          set: { score: sql`greatest(${classSightings.score}, excluded.score)` },
        });
    },
  };
}
