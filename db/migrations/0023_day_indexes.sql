-- indexes
-- Visits on days off, which the roll-ups leave out.
create index if not exists attendance_days_day_off on attendance_days (day) where day_off;
-- The figures of today: the headcount, and the people who were registered or deleted on the day.
create index if not exists people_registered_on on people (registered_on, kind) where deleted_at is null;
create index if not exists people_deleted_at on people (deleted_at) where deleted_at is not null;
-- The list of people missing today, in its order, and the figures of one section.
create index if not exists people_by_section_and_name on people (class_section, lower(name), id)
  include (kind, registered_on) where deleted_at is null and kind <> 'admin';
