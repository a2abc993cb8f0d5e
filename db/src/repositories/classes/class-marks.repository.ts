import type { ClassMarkRepository } from '@rollcall/core/classes/classes.ports';
import type { ClassTally, MarkStatus, SheetEntry } from '@rollcall/core/classes/classes.types';
import type { Reach } from '@rollcall/core/kernel/access';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { and, asc, eq, inArray, isNull, lt, max, type SQL, sql } from 'drizzle-orm';
import { type Db, intArray, rowsOf } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { attendanceDays, classMarks, classSightings } from '../../schema/attendance.schema.ts';
import { ruleToDb } from '../../schema/columns.ts';
import { classMembers, people } from '../../schema/institution.schema.ts';
import { reached } from '../accounts/reach.ts';
import { EXCUSE } from '../days/excuse.ts';
import { CLASS_MEMBER, isPersonWithin } from './classes.repository.ts';

/** The mark in force of the joined person in one class on one day. */
const isCurrentMark = (classId: number, person: typeof people.id, date: LocalDate) =>
  and(
    eq(classMarks.classId, classId),
    eq(classMarks.personId, person),
    eq(classMarks.day, date),
    isNull(classMarks.replacedAt),
  );

/** A condition on `class_marks`: a teacher has the marks of their classes, an office those of the people of its sections. */
function isMarkWithin(reach: Reach): SQL {
  switch (reach.of) {
    case 'institution':
      return sql`true`;
    case 'classes':
      return sql`class_id = any(${intArray(reach.classIds)}::int[])`;
    case 'self':
      return sql`person_id = ${reach.personId}`;
    case 'sections':
      return sql`exists (select 1 from people p where p.id = class_marks.person_id and ${reached(reach, sql`p`)})`;
  }
}

type TallyRow = Omit<ClassTally, 'counts'> & Record<MarkStatus, number>;

export function createClassMarkRepository(db: Db): ClassMarkRepository {
  return {
    async lockSheet(classId) {
      await db.execute(sql`select 1 from classes where id = ${classId} for no key update`);
    },

    async revision(classId, date) {
      const [row] = await db
        .select({ newest: max(classMarks.id) })
        .from(classMarks)
        .where(and(eq(classMarks.classId, classId), eq(classMarks.day, date)));
      return row?.newest ?? 0;
    },

    async sheet(classId, date, reach) {
      const rows = await db
        .select({
          ...CLASS_MEMBER,
          day: attendanceDays,
          excuse: EXCUSE,
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
        .where(and(eq(classMembers.classId, classId), isPersonWithin(reach)))
        .orderBy(nameOrder(people.name), asc(people.id));
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

    async saveMarks(classId, day, marks) {
      const [first] = marks;
      if (!first) return;
      const people = marks.map(({ personId }) => personId);
      await db
        .update(classMarks)
        .set({ replacedAt: first.markedAt })
        .where(
          and(
            eq(classMarks.classId, classId),
            eq(classMarks.day, day),
            inArray(classMarks.personId, people),
            isNull(classMarks.replacedAt),
          ),
        );
      await db
        .insert(classMarks)
        .values(marks.map(({ date: _, rule, ...mark }) => ({ ...mark, day, ...ruleToDb(rule) })));
    },

    async removeSightings(personId) {
      await db.delete(classSightings).where(eq(classSightings.personId, personId));
    },

    async tallies({ from, to }, reach) {
      const rows = await rowsOf<TallyRow>(
        db,
        sql`select k.class_id as "classId", coalesce(c.name, k.name) as name, k.subject, c.section, k.meetings,
              k.present, k.late, k.absent, k.excused
            from (
              select class_id, subject, max(class_name) as name, count(distinct day)::int as meetings,
                (count(*) filter (where status = 'present'))::int as present,
                (count(*) filter (where status = 'late'))::int as late,
                (count(*) filter (where status = 'absent'))::int as absent,
                (count(*) filter (where status = 'excused'))::int as excused
              from class_marks
              where replaced_at is null and day between ${from} and ${to}
                and ${isMarkWithin(reach)}
              group by class_id, subject, case when class_id is null then class_name end
            ) k left join classes c on c.id = k.class_id
            order by lower(coalesce(c.name, k.name)), k.class_id, k.subject`,
      );
      return rows.map(({ present, late, absent, excused, ...row }) => ({
        ...row,
        counts: { present, late, absent, excused },
      }));
    },

    async removeSightingsBefore(date) {
      await db.delete(classSightings).where(lt(classSightings.day, date));
    },

    async recordSightings(classId, date, sightings) {
      if (sightings.length === 0) return;
      await db
        .insert(classSightings)
        // In order of id, so that two photos at once never wait for each other in a circle.
        .values(
          sightings
            .toSorted((a, b) => a.personId - b.personId)
            .map((each) => ({ ...each, classId, day: date })),
        )
        .onConflictDoUpdate({
          target: [classSightings.classId, classSightings.personId, classSightings.day],
          set: { score: sql`greatest(${classSightings.score}, excluded.score)` },
        });
    },
  };
}
