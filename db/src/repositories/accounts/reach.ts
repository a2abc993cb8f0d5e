import type { Reach } from '@rollcall/core/kernel/access';
import { type SQL, sql } from 'drizzle-orm';
import { intArray } from '../../connection.ts';

/** A condition on people for the reach of a permission. `person` is the table or alias of `people`. */
export function reached(reach: Reach, person: SQL): SQL {
  switch (reach.of) {
    case 'institution':
      return sql`true`;
    case 'sections':
      return sql`${person}.class_section in
        (select jsonb_array_elements_text(${JSON.stringify(reach.sections)}::jsonb))`;
    case 'classes':
      return sql`exists (select 1 from class_members m
        where m.person_id = ${person}.id and m.class_id = any(${intArray(reach.classIds)}::int[]))`;
    case 'self':
      return sql`${person}.id = ${reach.personId}`;
  }
}
