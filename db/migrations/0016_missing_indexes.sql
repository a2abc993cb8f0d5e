-- indexes
-- PostgreSQL indexes no foreign key by itself: without one, removing a person, a class or a session reads the whole of
-- every table that refers to it.
create index if not exists class_marks_marked_by on class_marks (marked_by);
create index if not exists class_sessions_opened_by on class_sessions (opened_by);
create index if not exists corrections_asked_by on corrections (asked_by);
create index if not exists corrections_decided_by on corrections (decided_by);
create index if not exists face_scans_person on face_scans (person_id);
create index if not exists face_scans_session on face_scans (session_id);
create index if not exists leaves_noted_by on leaves (noted_by);
create index if not exists look_alikes_noted_by on look_alikes (noted_by);
create index if not exists look_alikes_other on look_alikes (person_b);
create index if not exists notices_author on notices (author_id);
create index if not exists time_rules_saved_by on time_rules (saved_by);

-- The sheet of a class, with the marks that newer ones replaced; the index of the valid marks leaves those out.
create index if not exists class_marks_class_day on class_marks (class_id, day);

-- Retention and searches by date.
create index if not exists audit_at on audit (at);
create index if not exists check_ins_day on check_ins (day);
create index if not exists class_marks_day on class_marks (day);
create index if not exists corrections_day on corrections (day);
