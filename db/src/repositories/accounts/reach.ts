import type { Reach } from '@rollcall/core/kernel/access';
import { type SQL, sql } from 'drizzle-orm';
import { intArray, textArray } from '../../connection.ts';

/** A condition that a section is one of these. */
export const among = (section: SQL, sections: readonly string[]): SQL =>
  sql`${section} = any(${textArray(sections)}::text[])`;

/** A condition on people for the reach of a permission. `person` is the table or alias of `people`. */
export function reached(reach: Reach, person: SQL): SQL {
  switch (reach.of) {
    case 'institution':
      return sql`true`;
    case 'sections':
      return among(sql`${person}.class_section`, reach.sections);
    case 'classes':
      return sql`exists (select 1 from class_members m
        where m.person_id = ${person}.id and m.class_id = any(${intArray(reach.classIds)}::int[]))`;
    case 'self':
      return sql`${person}.id = ${reach.personId}`;
  }
}

/**
 * A condition on attendance days. A section has the days that people had in it, also of those who are elsewhere by now;
 * a class has all days of its people. `day` is the table or alias of `attendance_days`.
 */
export function reachedDays(reach: Reach, day: SQL): SQL {
  switch (reach.of) {
    case 'institution':
      return sql`true`;
    case 'sections':
      return among(sql`${day}.section`, reach.sections);
    case 'classes':
      return sql`exists (select 1 from class_members m
        where m.person_id = ${day}.person_id and m.class_id = any(${intArray(reach.classIds)}::int[]))`;
    case 'self':
      return sql`${day}.person_id = ${reach.personId}`;
  }
}

/** A condition on classes: a section has the classes that its people attend. `schoolClass` is the table or alias of `classes`. */
export function reachedClasses(reach: Reach, schoolClass: SQL): SQL {
  switch (reach.of) {
    case 'institution':
      return sql`true`;
    case 'sections':
      return sql`exists (select 1 from class_members m join people mp on mp.id = m.person_id
        where m.class_id = ${schoolClass}.id and ${among(sql`mp.class_section`, reach.sections)})`;
    case 'classes':
      return sql`${schoolClass}.id = any(${intArray(reach.classIds)}::int[])`;
    case 'self':
      return sql`false`;
  }
}
