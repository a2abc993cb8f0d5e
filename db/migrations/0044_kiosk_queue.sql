-- What kiosks wrote down without a network (decision 62).

-- Keys that kiosks seal to. The private half is sealed with the master key. Old ones stay: entries are sealed to them.
create table kiosk_sealing_keys (
  id text primary key,
  public_key bytea not null,
  master_key_id text not null,
  sealed bytea not null,
  made_at timestamptz not null
);

-- The last entry of each device: the next one has the next number and names this one's hash.
create table kiosk_queues (
  public_key bytea primary key,
  number bigint not null,
  hash text not null
);

-- Entries, without what was sealed in them: pictures and PINs are gone once they were judged.
create table kiosk_entries (
  id uuid primary key default gen_random_uuid(),
  public_key bytea not null,
  number bigint not null,
  kiosk_id uuid references kiosks (id) on delete set null,
  kiosk_name text not null,
  means text,
  taken_at timestamptz not null,
  received_at timestamptz not null,
  -- Why it was not counted by itself; null for one that was.
  doubt text,
  -- Who it is, or would be.
  person_id integer references people (id) on delete cascade,
  settled text check (settled in ('confirmed', 'dismissed')),
  settled_at timestamptz,
  settled_by integer references people (id) on delete set null,
  unique (public_key, number)
);
create index kiosk_entries_by_kiosk on kiosk_entries (kiosk_id);
create index kiosk_entries_by_person on kiosk_entries (person_id);
create index kiosk_entries_by_settler on kiosk_entries (settled_by);
create index kiosk_entries_by_time on kiosk_entries (received_at);
create index kiosk_entries_unconfirmed on kiosk_entries (taken_at) where doubt is not null and settled is null;
