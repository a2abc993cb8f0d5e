-- indexes
-- Retention reads the tables in pages by day and row: without these, every page sorts all rows of its day again.
create index if not exists check_ins_day_id on check_ins (day, id);
create index if not exists class_marks_day_id on class_marks (day, id);
create index if not exists attendance_days_day_person on attendance_days (day, person_id);
create index if not exists fixed_absences_day_person on fixed_absences (day, person_id);
