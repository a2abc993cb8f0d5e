-- Tells an erased face from a replaced one (docs/decisions/0029): the files are rewritten at once for the first, at
-- night for the second. A person's key goes when the face is erased and stays when its photos are replaced.
alter table face_changes add column is_erasure boolean not null default false;
-- Unknown for the entries that are here: treated as erased.
update face_changes set is_erasure = true where is_removal;

create function log_removed_face_keys() returns trigger language plpgsql as $$
begin
  insert into face_changes (person_id, is_removal, is_erasure) select distinct person_id, true, true from changed;
  return null;
end $$;

drop trigger face_keys_changed on face_keys;
drop trigger face_keys_removed on face_keys;
create trigger face_keys_changed after update on face_keys
  referencing new table as changed for each statement execute function log_removed_face_keys();
create trigger face_keys_removed after delete on face_keys
  referencing old table as changed for each statement execute function log_removed_face_keys();
