import type { ClassRepository } from '@rollcall/core/classes/classes.ports';
import type { ClassMeeting, NewClass, RosterEntry, SchoolClass } from '@rollcall/core/classes/classes.types';
import type { Reach } from '@rollcall/core/kernel/access';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { type Db, withConflictErrors, writtenRow } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { attendanceDays } from '../../schema/attendance.schema.ts';
import { timeFromDb } from '../../schema/columns.ts';
import { faceTemplates } from '../../schema/faces.schema.ts';
import { classes, classMeetings, classMembers, people } from '../../schema/institution.schema.ts';
import { reached, reachedClasses } from '../accounts/reach.ts';

export const classFrom = (row: typeof classes.$inferSelect): SchoolClass => ({
  ...row,
  startTime: timeFromDb(row.startTime),
  endTime: timeFromDb(row.endTime),
});

const toRow = ({ weekdays, ...rest }: NewClass) => ({ ...rest, weekdays: [...weekdays] });

const meetingFrom = (row: typeof classMeetings.$inferSelect): ClassMeeting => ({
  id: row.id,
  classId: row.classId,
  date: row.day,
  openedAt: row.openedAt,
});

/** Columns of a person on a class roster. */
export const CLASS_MEMBER = {
  personId: people.id,
  code: people.code,
  name: people.name,
  kind: people.kind,
  classSection: people.classSection,
  hasFaceData: sql<boolean>`exists (select 1 from ${faceTemplates} where ${faceTemplates.personId} = ${people.id})`,
};

/** A condition on `class_members m`: whoever reaches a class reaches all of its people, except an office of sections. */
const isMemberWithin = (reach: Reach): SQL =>
  reach.of === 'sections'
    ? sql`exists (select 1 from people p where p.id = m.person_id and ${reached(reach, sql`p`)})`
    : sql`true`;

/** The same on `people`. */
export const isPersonWithin = (reach: Reach): SQL =>
  reach.of === 'sections' ? reached(reach, sql`people`) : sql`true`;

/**
 * The roster of `classes` on a day: who is present and who is excused. A sheet with marks decides alone. Without one,
 * present is who was seen before the class ended, and excused who is on leave.
 */
export const rosterOn = (date: LocalDate, reach: Reach): SQL => sql`
  select m.person_id, sheet.has_marks,
    coalesce(case when sheet.has_marks then k.status in ('present', 'late')
      else d.arrival_minutes * interval '1 minute' <= classes.end_time - time '00:00' end, false) as is_present,
    coalesce(case when sheet.has_marks then k.status = 'excused'
      else d.first_in is null and (d.status = 'excused' or exists (
        select 1 from leaves l where l.person_id = m.person_id and ${date} between l.first_day and l.last_day)) end,
      false) as is_excused
  from class_members m
  cross join (select exists (select 1 from class_marks any_mark
    where any_mark.class_id = classes.id and any_mark.day = ${date} and any_mark.replaced_at is null) as has_marks) sheet
  left join attendance_days d on d.person_id = m.person_id and d.day = ${date}
  left join class_marks k on k.class_id = m.class_id and k.person_id = m.person_id
    and k.day = ${date} and k.replaced_at is null
  where m.class_id = classes.id and ${isMemberWithin(reach)}`;

const figuresOf = (date: LocalDate, reach: Reach): SQL => sql`
  select count(*)::int as students, (count(*) filter (where is_present))::int as present,
    (count(*) filter (where is_excused))::int as excused
  from (${rosterOn(date, reach)}) roster`;

export function createClassRepository(db: Db): ClassRepository {
  return {
    async insert(schoolClass) {
      const rows = await withConflictErrors(
        db.insert(classes).values(toRow(schoolClass)).returning().execute(),
      );
      return classFrom(writtenRow(rows));
    },

    async update(id, schoolClass) {
      const rows = await withConflictErrors(
        db.update(classes).set(toRow(schoolClass)).where(eq(classes.id, id)).returning().execute(),
      );
      return rows[0] ? classFrom(rows[0]) : null;
    },

    async byId(id) {
      const [row] = await db.select().from(classes).where(eq(classes.id, id));
      return row ? classFrom(row) : null;
    },

    async byIdWithin(id, reach) {
      const [row] = await db
        .select()
        .from(classes)
        .where(and(eq(classes.id, id), reachedClasses(reach, sql`classes`)));
      return row ? classFrom(row) : null;
    },

    async remove(id) {
      const [row] = await db.delete(classes).where(eq(classes.id, id)).returning({ name: classes.name });
      return row?.name ?? null;
    },

    async listFor(date, reach, classId) {
      const rows = await db
        .select({
          schoolClass: classes,
          students: sql<number>`figures.students`,
          presentToday: sql<number>`figures.present`,
          excusedToday: sql<number>`figures.excused`,
        })
        .from(classes)
        .innerJoin(sql`lateral (${figuresOf(date, reach)}) figures`, sql`true`)
        .where(
          and(
            reachedClasses(reach, sql`classes`),
            classId === undefined ? undefined : eq(classes.id, classId),
          ),
        )
        .orderBy(asc(classes.startTime), asc(classes.name));
      return rows.map(({ schoolClass, ...counts }) => ({ ...classFrom(schoolClass), ...counts }));
    },

    roster: (id, date, reach): Promise<RosterEntry[]> =>
      db
        .select({
          ...CLASS_MEMBER,
          status: attendanceDays.status,
          firstIn: attendanceDays.firstIn,
        })
        .from(classMembers)
        .innerJoin(people, eq(people.id, classMembers.personId))
        .leftJoin(
          attendanceDays,
          sql`${attendanceDays.personId} = ${people.id} and ${attendanceDays.day} = ${date}`,
        )
        .where(and(eq(classMembers.classId, id), isPersonWithin(reach)))
        .orderBy(nameOrder(people.name), asc(people.id)),

    async setRoster(id, personIds) {
      // Two savers at once: the second replaces the roster of the first.
      await db.execute(sql`select 1 from classes where id = ${id} for no key update`);
      await db.delete(classMembers).where(eq(classMembers.classId, id));
      if (personIds.length === 0) return;
      await db.insert(classMembers).values(personIds.map((personId) => ({ classId: id, personId })));
    },

    async idsOfCodes(codes) {
      if (codes.length === 0) return new Map();
      const rows = await db
        .select({ id: people.id, code: people.code })
        .from(people)
        .where(
          sql`${people.deletedAt} is null and ${people.kind} <> 'admin' and ${people.code} in ${[...codes]}`,
        );
      return new Map(rows.map(({ id, code }) => [code, id]));
    },

    async meetingOn(classId, date) {
      const [row] = await db
        .select()
        .from(classMeetings)
        .where(and(eq(classMeetings.classId, classId), eq(classMeetings.day, date)));
      return row ? meetingFrom(row) : null;
    },

    async openMeeting({ classId, date, at, openedBy }) {
      const rows = await db
        .insert(classMeetings)
        .values({ classId, day: date, openedAt: at, openedBy })
        .onConflictDoUpdate({ target: [classMeetings.classId, classMeetings.day], set: { classId } })
        .returning();
      return meetingFrom(writtenRow(rows));
    },

    count: () => db.$count(classes),
  };
}
