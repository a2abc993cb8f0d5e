import type { ExportSection } from '@rollcall/core/backup/backup.ports';
import { type SQL, sql } from 'drizzle-orm';

/**
 * The JSON export, field by field (docs/OPERATIONS.md documents it; version 1). People are named by the
 * institution's own ids. No password, no face, no key: what is not listed here does not leave.
 */
const QUERIES: Record<ExportSection, SQL> = {
  institution: sql`select jsonb_build_object('name', name, 'time_zone', time_zone, 'working_days', working_days)::text
    as row from institution`,
  people: sql`select jsonb_build_object('id', p.code, 'name', p.name, 'username', p.username, 'type', p.kind,
      'class_section', p.class_section, 'registered_date', p.registered_on, 'deleted', p.deleted_at is not null,
      'has_face_data', exists (select 1 from face_templates f where f.person_id = p.id),
      'has_password', exists (select 1 from credentials c where c.person_id = p.id))::text as row
    from people p order by p.id`,
  classes: sql`select jsonb_build_object('name', c.name, 'program', c.program, 'semester', c.semester,
      'section', c.section, 'subject', c.subject, 'start_time', c.start_time, 'end_time', c.end_time,
      'weekdays', c.weekdays,
      'roster', array(select p.code from class_members m join people p on p.id = m.person_id
                      where m.class_id = c.id order by p.code))::text as row
    from classes c order by c.id`,
  time_rules: sql`select jsonb_build_object('effective_from', effective_from, 'start_time', start_time,
      'grace_minutes', grace_minutes, 'cutoff_time', cutoff_time,
      'auto_absent_minutes', auto_absent_minutes)::text as row
    from time_rules order by effective_from`,
  attendance_days: sql`select jsonb_build_object('user_id', p.code, 'date', d.day, 'status', d.status,
      'first_in', d.first_in, 'last_seen', d.last_seen)::text as row
    from attendance_days d join people p on p.id = d.person_id order by d.person_id, d.day`,
  check_ins: sql`select jsonb_build_object('user_id', p.code, 'at', c.seen_at, 'date', c.day, 'means', c.means,
      'score', c.score)::text as row
    from check_ins c join people p on p.id = c.person_id order by c.id`,
  class_marks: sql`select jsonb_build_object('user_id', p.code, 'class', k.class_name, 'date', k.day, 'status', k.status,
      'means', k.means, 'score', k.score, 'at', k.seen_at, 'marked_at', k.marked_at,
      'replaced_at', k.replaced_at)::text as row
    from class_marks k join people p on p.id = k.person_id order by k.id`,
  notices: sql`select jsonb_build_object('title', title, 'content', content, 'priority', priority, 'tags', tags,
      'created_at', created_at, 'author', author_name)::text as row
    from notices order by id`,
  audit: sql`select jsonb_build_object('at', at, 'actor', actor_name, 'action', action, 'subject', subject,
      'address', address, 'detail', detail)::text as row
    from audit order by id`,
};

export const exportQuery = (section: ExportSection): SQL => QUERIES[section];
