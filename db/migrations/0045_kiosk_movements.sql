-- Kiosks that ask for a movement (decision 63).
alter table kiosks
  drop constraint kiosks_liveness_check,
  add constraint kiosks_liveness_check check (liveness in ('off', 'burst', 'move'));

-- Faces that were recognised and wait for the movements that were asked for.
create table kiosk_movements (
  id uuid primary key default gen_random_uuid(),
  kiosk_id uuid not null references kiosks (id) on delete cascade,
  -- The nearest person, whose key seals the picture that the movements are measured from; null once it ended.
  person_id integer not null references people (id) on delete cascade,
  front bytea,
  -- What follows when the movements were shown, and for whom, nearest first.
  kind text not null check (kind in ('named', 'two_digits', 'pin')),
  people integer[] not null,
  reasons jsonb not null,
  steps text[] not null,
  done smallint not null default 0,
  asked_at timestamptz not null,
  expires_at timestamptz not null
);
create index kiosk_movements_by_kiosk on kiosk_movements (kiosk_id);
create index kiosk_movements_by_person on kiosk_movements (person_id, asked_at);
