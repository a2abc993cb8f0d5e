import type { ClassTeacherRepository } from '@rollcall/core/classes/classes.ports';
import type { TaughtClass } from '@rollcall/core/classes/classes.types';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { classTeachers } from '../../schema/accounts.schema.ts';
import { classes, people } from '../../schema/institution.schema.ts';
import { classFrom, rosterOn } from '../classes/classes.repository.ts';
import { reachedClasses } from './reach.ts';

export function createClassTeacherRepository(db: Db): ClassTeacherRepository {
  return {
    ofClass: (classId) =>
      db
        .select({
          personId: people.id,
          code: people.code,
          name: people.name,
          firstDay: classTeachers.firstDay,
          lastDay: classTeachers.lastDay,
        })
        .from(classTeachers)
        .innerJoin(people, eq(people.id, classTeachers.personId))
        .where(eq(classTeachers.classId, classId))
        .orderBy(sql`${classTeachers.firstDay} nulls first`, nameOrder(people.name), asc(classTeachers.id)),

    async set(classId, teachers) {
      // Two savers at once: the second replaces the teachers of the first.
      await db.execute(sql`select 1 from classes where id = ${classId} for no key update`);
      await db.delete(classTeachers).where(eq(classTeachers.classId, classId));
      if (teachers.length === 0) return;
      await db.insert(classTeachers).values(teachers.map((each) => ({ classId, ...each })));
    },

    async classesOf(personId, date, reach) {
      const duty = sql`(select t.class_id, bool_and(t.first_day is not null) as is_substitute
        from class_teachers t where t.person_id = ${personId}
          and (t.first_day is null or ${date}::date between t.first_day and t.last_day)
        group by t.class_id) duty`;
      const figures = sql`lateral (select count(*)::int as students,
          (count(*) filter (where r.is_present))::int as present, coalesce(bool_or(r.has_marks), false) as is_taken,
          coalesce(jsonb_agg(jsonb_build_object('code', p.code, 'name', p.name) order by ${nameOrder(sql`p.name`)}, p.id)
            filter (where not r.is_present and not r.is_excused), '[]'::jsonb) as missing
        from (${rosterOn(date, reach)}) r join people p on p.id = r.person_id) figures`;
      const rows = await db
        .select({
          schoolClass: classes,
          students: sql<number>`figures.students`,
          present: sql<number>`figures.present`,
          missing: sql<TaughtClass['missing']>`figures.missing`,
          isTaken: sql<boolean>`figures.is_taken`,
          isSubstitute: sql<boolean>`duty.is_substitute`,
        })
        .from(classes)
        .innerJoin(duty, sql`duty.class_id = ${classes.id}`)
        .innerJoin(figures, sql`true`)
        .where(reachedClasses(reach, sql`classes`))
        .orderBy(asc(classes.startTime), asc(classes.name));
      return rows.map(({ schoolClass, ...rest }) => ({ ...classFrom(schoolClass), ...rest }));
    },
  };
}
