-- Kiosks: devices at a door, each with a key of its own (decision 58).
create table kiosks (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  place text not null default '' check (length(place) <= 100),
  -- Whom it may recognise; the lists hold for the scope of their name.
  scope text not null check (scope in ('everyone', 'kinds', 'sections', 'class')),
  kinds text[] not null default '{}',
  sections text[] not null default '{}',
  class_id integer references classes (id) on delete set null,
  direction text not null check (direction in ('in', 'out', 'both')),
  means text[] not null check (cardinality(means) > 0),
  language text not null,
  sound boolean not null,
  liveness text not null check (liveness in ('off', 'burst')),
  strangers_in integer not null check (strangers_in in (1000, 10000)),
  added_at timestamptz not null,
  added_by integer references people (id) on delete set null
);
create unique index kiosks_by_name on kiosks (lower(name));
create index kiosks_by_class on kiosks (class_id);
create index kiosks_by_adder on kiosks (added_by);

-- The public half of the key of the paired device. Revoking removes it; it is in no backup, so that a restore brings
-- no revoked device back.
create table kiosk_keys (
  kiosk_id uuid primary key references kiosks (id) on delete cascade,
  public_key bytea not null unique,
  -- The number of the last request: a request with the same or a smaller one is refused.
  counter bigint not null default 0,
  device text not null check (length(device) <= 200),
  paired_at timestamptz not null,
  paired_by integer references people (id) on delete set null,
  last_seen_at timestamptz
);
create index kiosk_keys_by_pairer on kiosk_keys (paired_by);

-- Devices that show a code and wait for an administrator.
create table kiosk_pairings (
  code_hash bytea primary key,
  public_key bytea not null,
  device text not null check (length(device) <= 200),
  address text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- The kiosk it became; its code is used up.
  kiosk_id uuid references kiosks (id) on delete cascade
);
create index kiosk_pairings_by_kiosk on kiosk_pairings (kiosk_id);

-- PINs, hashed and sealed with the master key.
create table pins (
  person_id integer primary key references people (id) on delete cascade,
  master_key_id text not null,
  sealed bytea not null,
  changed_at timestamptz not null
);

alter table check_ins
  drop constraint check_ins_means_check,
  add constraint check_ins_means_check
    check (means in ('face', 'class_photo', 'manual', 'import', 'demo', 'pin')),
  add column kiosk_id uuid references kiosks (id) on delete set null,
  add column direction text check (direction in ('in', 'out'));
create index check_ins_by_kiosk on check_ins (kiosk_id) where kiosk_id is not null;

-- What a kiosk answered, with the numbers of the decision. Without pictures.
create table kiosk_answers (
  id uuid primary key default gen_random_uuid(),
  kiosk_id uuid not null references kiosks (id) on delete cascade,
  at timestamptz not null,
  outcome text not null,
  means text not null check (means in ('face', 'pin')),
  person_id integer references people (id) on delete cascade,
  check_in_id bigint references check_ins (id) on delete set null,
  -- Of a face: among how many it was searched, what was needed and reached, by which measure, and the lead over the second.
  candidates integer,
  measure text check (measure in ('rarity', 'score')),
  needed real,
  reached real,
  score real,
  margin real,
  -- The person said that it was somebody else.
  taken_back_at timestamptz
);
create index kiosk_answers_by_kiosk on kiosk_answers (kiosk_id, at);
create index kiosk_answers_by_person on kiosk_answers (person_id);
create index kiosk_answers_by_check_in on kiosk_answers (check_in_id);
create index kiosk_answers_by_time on kiosk_answers (at);

-- Faces that wait for a PIN, or for two digits of it.
create table kiosk_tries (
  id uuid primary key default gen_random_uuid(),
  kiosk_id uuid not null references kiosks (id) on delete cascade,
  asks text not null check (asks in ('two_digits', 'pin')),
  -- Who it may be, nearest first.
  people integer[] not null,
  reasons jsonb not null,
  wrong_tries smallint not null default 0,
  expires_at timestamptz not null
);
create index kiosk_tries_by_kiosk on kiosk_tries (kiosk_id);
