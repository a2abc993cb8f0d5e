-- indexes
-- The lists of people in the order of names (db/src/name-order.ts).
create index if not exists people_name_order on people (name_key(name), id) where deleted_at is null;
-- The list of people missing today.
create index if not exists people_by_section_and_name_order on people (class_section, name_key(name), id)
  include (kind, registered_on) where deleted_at is null and kind <> 'admin';
