import { type SQL, sql } from 'drizzle-orm';

/**
 * Everything kept about one person, field by field (docs/PRIVACY.md lists the same). Of face data it says what is
 * there, not the numbers themselves: nobody can read those without the key, and nobody else can use them.
 */
export const personalData = (personId: number): SQL => sql`
  select jsonb_pretty(jsonb_build_object(
    'format', 'rollcall-personal-data',
    'version', 1,
    'person', (select jsonb_build_object('id', p.code, 'name', p.name, 'username', p.username, 'type', p.kind,
        'class_section', p.class_section, 'registered_date', p.registered_on,
        'has_password', exists (select 1 from credentials c where c.person_id = p.id))
      from people p where p.id = ${personId}),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'subject', c.subject) order by c.id), '[]')
      from class_members m join classes c on c.id = m.class_id where m.person_id = ${personId}),
    'consents', (select coalesce(jsonb_agg(jsonb_build_object('text_version', text_version, 'given_by', given_by,
        'given_at', given_at, 'withdrawn_at', withdrawn_at) order by id), '[]')
      from consents where person_id = ${personId}),
    'face_data', (select coalesce(jsonb_agg(jsonb_build_object('model', model_id, 'quality', quality,
        'enrolled_at', created_at) order by id), '[]')
      from face_templates where person_id = ${personId}),
    'attendance_days', (select coalesce(jsonb_agg(jsonb_build_object('date', day, 'status', status,
        'first_in', first_in, 'last_seen', last_seen) order by day), '[]')
      from attendance_days where person_id = ${personId}),
    'check_ins', (select coalesce(jsonb_agg(jsonb_build_object('at', seen_at, 'means', means, 'score', score)
        order by seen_at), '[]')
      from check_ins where person_id = ${personId}),
    'class_marks', (select coalesce(jsonb_agg(jsonb_build_object('class', class_name, 'date', day, 'status', status,
        'means', means, 'score', score, 'marked_at', marked_at, 'replaced_at', replaced_at) order by id), '[]')
      from class_marks where person_id = ${personId}),
    'leaves', (select coalesce(jsonb_agg(jsonb_build_object('first_day', first_day, 'last_day', last_day,
        'reason', reason) order by first_day), '[]')
      from leaves where person_id = ${personId}),
    'corrections', (select coalesce(jsonb_agg(jsonb_build_object('date', day, 'wanted', wanted, 'reason', reason,
        'asked_at', asked_at, 'state', state, 'note', note) order by id), '[]')
      from corrections where person_id = ${personId}),
    'notices_read', (select coalesce(jsonb_agg(jsonb_build_object('title', n.title, 'viewed_at', r.viewed_at,
        'liked', r.liked, 'bookmarked', r.bookmarked) order by r.viewed_at), '[]')
      from notice_readers r join notices n on n.id = r.notice_id where r.person_id = ${personId}),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('signed_in_at', created_at, 'last_seen_at', last_seen_at,
        'address', address) order by id), '[]')
      from sessions where person_id = ${personId}),
    'activity', (select coalesce(jsonb_agg(jsonb_build_object('at', at, 'action', action, 'subject', subject,
        'address', address) order by id), '[]')
      from audit where actor_id = ${personId})
  )) as document`;
