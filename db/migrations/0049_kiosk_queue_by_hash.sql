-- An entry of a kiosk is known by its hash, not by its number: one with a used number is another entry (decision 62).
alter table kiosk_entries add column hash text;
update kiosk_entries e set hash = q.hash from kiosk_queues q where q.public_key = e.public_key and q.number = e.number;
-- Of earlier entries only the number was kept; no device sends them again.
update kiosk_entries set hash = 'number ' || number where hash is null;
alter table kiosk_entries
  alter column hash set not null,
  drop constraint kiosk_entries_public_key_number_key,
  add unique (public_key, hash);

-- PINs that were replaced or removed, for as long as entries of that time may arrive.
create table former_pins (
  person_id integer not null references people (id) on delete cascade,
  until timestamptz not null,
  master_key_id text not null,
  sealed bytea not null,
  primary key (person_id, until)
);
create index former_pins_by_end on former_pins (until);

-- A removed phone stays for as long.
alter table phones add column removed_at timestamptz;
create index phones_by_end on phones (removed_at) where removed_at is not null;

-- Settings of kiosks that were changed, for as long.
create table former_kiosk_settings (
  kiosk_id uuid not null references kiosks (id) on delete cascade,
  until timestamptz not null,
  settings jsonb not null,
  primary key (kiosk_id, until)
);
create index former_kiosk_settings_by_end on former_kiosk_settings (until);

-- Entries that a kiosk holds and the server refused.
alter table kiosk_health add column undelivered integer not null default 0;
