-- Changes of faces as a log that every server applies, and the fingerprint of the master key (docs/decisions/0028, 0029).

-- One row of facts about the faces of this database.
create table face_state (
  only_row boolean primary key default true check (only_row),
  -- Names this log. A restore makes a new one, and every server then reads all faces again.
  log_id uuid not null default gen_random_uuid(),
  -- The newest transaction whose entries were removed from the log. Who has read less reads all faces again.
  pruned_to xid8 not null default '0',
  -- Fingerprint of the master key that wraps the face keys. Null until the first server has one.
  master_key_id text,
  -- What earlier transactions removed is gone from the files of the tables. Null: they were never scrubbed.
  scrubbed_to xid8
);
-- An existing database: the key that wraps most of the face keys.
insert into face_state (master_key_id) values
  ((select master_key_id from face_keys group by 1 order by count(*) desc, max(created_at) desc limit 1));

-- Whose face changed. `xact` makes the log complete for readers: see docs/decisions/0028.
create table face_changes (
  id bigint generated always as identity primary key,
  person_id integer not null,
  -- A key or template was removed: its bytes stay in the files of the tables until they are scrubbed.
  is_removal boolean not null default false,
  xact xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);
create index face_changes_xact on face_changes (xact);

create function log_face_changes() returns trigger language plpgsql as $$
begin
  insert into face_changes (person_id) select distinct person_id from changed;
  return null;
end $$;

create function log_removed_faces() returns trigger language plpgsql as $$
begin
  insert into face_changes (person_id, is_removal) select distinct person_id, true from changed;
  return null;
end $$;

create trigger face_templates_added after insert on face_templates
  referencing new table as changed for each statement execute function log_face_changes();
create trigger face_templates_changed after update on face_templates
  referencing new table as changed for each statement execute function log_face_changes();
create trigger face_templates_removed after delete on face_templates
  referencing old table as changed for each statement execute function log_removed_faces();
create trigger face_keys_added after insert on face_keys
  referencing new table as changed for each statement execute function log_face_changes();
create trigger face_keys_changed after update on face_keys
  referencing new table as changed for each statement execute function log_removed_faces();
create trigger face_keys_removed after delete on face_keys
  referencing old table as changed for each statement execute function log_removed_faces();

create trigger consents_given after insert on consents
  referencing new table as changed for each statement execute function log_face_changes();
create trigger consents_changed after update on consents
  referencing new table as changed for each statement execute function log_face_changes();
create trigger consents_removed after delete on consents
  referencing old table as changed for each statement execute function log_face_changes();

create function log_look_alikes() returns trigger language plpgsql as $$
begin
  insert into face_changes (person_id) select person_a from changed union select person_b from changed;
  return null;
end $$;
create trigger look_alikes_added after insert on look_alikes
  referencing new table as changed for each statement execute function log_look_alikes();
create trigger look_alikes_removed after delete on look_alikes
  referencing old table as changed for each statement execute function log_look_alikes();

-- A trigger on one column has no transition table, so this one runs per row.
create function log_deleted_person() returns trigger language plpgsql as $$
begin
  insert into face_changes (person_id) values (new.id);
  return null;
end $$;
create trigger people_deleted after update of deleted_at on people
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function log_deleted_person();

-- Statistics copy values of a column into pg_statistic, where they outlive the row. Changing a column's type, even to
-- the same one, drops the statistics that exist; a target of 0 makes no new ones.
alter table face_keys alter column wrapped_key type bytea, alter column wrapped_key set statistics 0;
alter table face_templates alter column sealed type bytea, alter column sealed set statistics 0;
