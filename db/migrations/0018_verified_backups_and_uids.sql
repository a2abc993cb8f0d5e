-- Nightly backups that were read back, and uids that no other institution has.

-- When a nightly backup was read back; what was made before this column existed counts as read back.
alter table operations add column verified_at timestamptz;
update operations set verified_at = created_at where scheduled and state = 'done';

-- Uids made from the id alone are those of another upgraded institution too, whose archive may be restored here. The name
-- of the institution and the day of its set-up never changed, so every older backup leads to the same uids.
update people p
  set uid = md5('rollcall person ' || p.id || ' of ' || i.name || ' since ' || a.day)::uuid
  from institution i,
    (select coalesce(to_char(min(registered_on), 'YYYY-MM-DD'), '') as day from people where kind = 'admin') a
  where p.uid = md5('rollcall person ' || p.id)::uuid;
-- Erased people have no row, but their id was given out.
update tombstones t
  set person_uid = md5('rollcall person ' || given.id || ' of ' || i.name || ' since ' || a.day)::uuid
  from institution i,
    (select coalesce(to_char(min(registered_on), 'YYYY-MM-DD'), '') as day from people where kind = 'admin') a,
    generate_series(1, (select last_value from people_id_seq)) as given (id)
  where t.person_uid = md5('rollcall person ' || given.id)::uuid;
