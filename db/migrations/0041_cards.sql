-- Cards and phones that show who somebody is at a kiosk (decision 59).
create table cards (
  id uuid primary key default gen_random_uuid(),
  person_id integer not null references people (id) on delete cascade,
  kind text not null check (kind in ('printed', 'number')),
  -- Of what is printed a hash; of a number a hash with the master key, because numbers of cards can be tried out.
  hash bytea not null,
  -- Of a number: sealed with the master key, so that another key can hash it again.
  master_key_id text,
  sealed bytea,
  ending text not null check (length(ending) between 1 and 4),
  issued_at timestamptz not null,
  issued_by integer references people (id) on delete set null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  check ((kind = 'number') = (sealed is not null)),
  check ((master_key_id is null) = (sealed is null))
);
-- A number in use belongs to one person, and a person has one printed card in use.
create unique index cards_in_use on cards (hash) where revoked_at is null;
create unique index cards_one_printed on cards (person_id) where kind = 'printed' and revoked_at is null;
create index cards_by_hash on cards (hash);
create index cards_by_person on cards (person_id);
create index cards_by_issuer on cards (issued_by);

-- Browsers of people that make a code every 30 seconds, each with a key of its own.
create table phones (
  id text primary key check (length(id) = 16),
  person_id integer not null references people (id) on delete cascade,
  master_key_id text not null,
  sealed bytea not null,
  device text not null check (length(device) <= 200),
  enrolled_at timestamptz not null,
  last_used_at timestamptz
);
create index phones_by_person on phones (person_id);

-- Codes that were used: each counts once, at all servers together.
create table phone_steps (
  phone_id text not null references phones (id) on delete cascade,
  step bigint not null,
  used_at timestamptz not null,
  primary key (phone_id, step)
);
create index phone_steps_by_time on phone_steps (used_at);

alter table check_ins
  drop constraint check_ins_means_check,
  add constraint check_ins_means_check
    check (means in ('face', 'class_photo', 'manual', 'import', 'demo', 'pin', 'card', 'phone'));
alter table kiosk_answers
  drop constraint kiosk_answers_means_check,
  add constraint kiosk_answers_means_check check (means in ('face', 'pin', 'card', 'phone'));
