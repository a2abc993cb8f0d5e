import type { ClassRepository } from '@rollcall/core/classes/classes.ports';
import type { ClassMeeting, NewClass, RosterEntry, SchoolClass } from '@rollcall/core/classes/classes.types';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Db, withConflictErrors, writtenRow } from '../connection.ts';
import { attendanceDays } from '../schema/attendance.schema.ts';
import { timeFromDb } from '../schema/columns.ts';
import { faceTemplates } from '../schema/faces.schema.ts';
import { classes, classMeetings, classMembers, people } from '../schema/institution.schema.ts';

const fromRow = (row: typeof classes.$inferSelect): SchoolClass => ({
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

export function createClassRepository(db: Db): ClassRepository {
  return {
    async insert(schoolClass) {
      const rows = await withConflictErrors(
        db.insert(classes).values(toRow(schoolClass)).returning().execute(),
      );
      return fromRow(writtenRow(rows));
    },

    async update(id, schoolClass) {
      const rows = await withConflictErrors(
        db.update(classes).set(toRow(schoolClass)).where(eq(classes.id, id)).returning().execute(),
      );
      return rows[0] ? fromRow(rows[0]) : null;
    },

    async byId(id) {
      const [row] = await db.select().from(classes).where(eq(classes.id, id));
      return row ? fromRow(row) : null;
    },

    async remove(id) {
      const [row] = await db.delete(classes).where(eq(classes.id, id)).returning({ name: classes.name });
      return row?.name ?? null;
    },

    async listFor(date) {
      const rows = await db
        .select({
          schoolClass: classes,
          students: sql<number>`(select count(*)::int from class_members m where m.class_id = ${classes.id})`,
          // The class mark decides, else the attendance day.
          presentToday: sql<number>`(select count(*)::int from class_members m
            left join attendance_days d on d.person_id = m.person_id and d.day = ${date}
            left join class_marks k on k.class_id = m.class_id and k.person_id = m.person_id
              and k.day = ${date} and k.replaced_at is null
            where m.class_id = classes.id
              and coalesce(k.status in ('present', 'late'), d.first_in is not null))`,
        })
        .from(classes)
        .orderBy(asc(classes.startTime), asc(classes.name));
      return rows.map(({ schoolClass, ...counts }) => ({ ...fromRow(schoolClass), ...counts }));
    },

    roster: (id, date): Promise<RosterEntry[]> =>
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
        .where(eq(classMembers.classId, id))
        .orderBy(sql`lower(${people.name})`, asc(people.id)),

    async setRoster(id, personIds) {
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
