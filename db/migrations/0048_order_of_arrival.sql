-- What makes a day and the directions independent of the order in which sightings arrive.

-- A check-in at a kiosk for both ways says so: which way the person went is derived from their check-ins when it is read.
-- Rows of earlier versions keep the direction that was stored.
alter table check_ins
  drop constraint check_ins_direction_check,
  add constraint check_ins_direction_check check (direction in ('in', 'out', 'both'));

-- When the class ends, and when it counts as having seen people who are marked present or late by their own check-in: if that
-- check-in is taken back, the mark stands. Marks of earlier versions have neither.
alter table class_marks
  add column class_end time,
  drop constraint class_marks_check,
  add constraint class_marks_check check (
    case when means = 'own' then seen_at is null or status in ('present', 'late')
    else (seen_at is not null) = (status in ('present', 'late')) end);
