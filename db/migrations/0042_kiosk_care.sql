-- How kiosks are: what each reported last, what they counted, and when they were not heard of (decision 60).
create table kiosk_health (
  kiosk_id uuid primary key references kiosks (id) on delete cascade,
  at timestamptz not null,
  app_version text not null check (length(app_version) <= 40),
  camera text not null check (length(camera) <= 20),
  camera_since timestamptz not null,
  brightness real check (brightness between 0 and 1),
  -- The device's clock minus the server's.
  clock_offset_ms bigint not null,
  storage_used bigint,
  storage_granted bigint,
  is_storage_persistent boolean not null,
  queue integer not null,
  has_wake_lock boolean not null
);

-- Counts of ten minutes, added up. Nobody can be told from them.
create table kiosk_counts (
  kiosk_id uuid not null references kiosks (id) on delete cascade,
  slot timestamptz not null,
  asked integer not null,
  answered integer not null,
  second_tries integer not null,
  -- By how long the answers took.
  answer_times integer[] not null check (cardinality(answer_times) = 13),
  camera_restarts integer not null,
  faces integer not null,
  backlit_faces integer not null,
  primary key (kiosk_id, slot)
);
create index kiosk_counts_by_slot on kiosk_counts (slot);

create table kiosk_silences (
  id uuid primary key default gen_random_uuid(),
  kiosk_id uuid not null references kiosks (id) on delete cascade,
  -- When it was last heard of.
  since timestamptz not null,
  noticed_at timestamptz not null,
  -- Null while it goes on.
  back_at timestamptz,
  -- When somebody was told that it is back.
  told_at timestamptz
);
-- One silence of a kiosk goes on at a time, whichever server notices it.
create unique index kiosk_silences_open on kiosk_silences (kiosk_id) where back_at is null;
create index kiosk_silences_by_kiosk on kiosk_silences (kiosk_id, since);

-- Since when servers have looked for silent kiosks without a gap.
create table kiosk_watch (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null,
  checked_at timestamptz not null
);

alter table outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check
    check (kind in ('invitation', 'reset', 'test', 'kiosk_silent', 'kiosk_back')),
  add column kiosk_silence_id uuid references kiosk_silences (id) on delete cascade;
create index outbox_by_silence on outbox (kiosk_silence_id) where kiosk_silence_id is not null;
