-- What a check-in by face shows about the place (decision 53). Null for other means, and for what was recorded before.
alter table check_ins add column evidence text
  check (evidence in ('kiosk', 'network_and_code', 'network', 'code', 'device'));

-- What is enough, by kind of person; a kind without a row needs what new institutions ask for.
create table evidence_demands (
  kind text primary key check (kind in ('student', 'teacher', 'staff', 'employee')),
  demand text not null
    check (demand in ('kiosk', 'network_and_code', 'network', 'code', 'network_or_code', 'device'))
);
-- Institutions that are there already asked for nothing besides the face.
insert into evidence_demands (kind, demand)
  select kind, 'device' from (values ('student'), ('teacher'), ('staff'), ('employee')) as kinds (kind)
  where exists (select 1 from institution);

-- What a check-in must show to count in this class; null as for everybody.
alter table classes add column evidence_demand text
  check (evidence_demand in ('kiosk', 'network_and_code', 'network', 'code', 'network_or_code', 'device'));

create table place_networks (
  network text primary key check (length(network) between 2 and 49),
  name text not null check (length(name) <= 100),
  added_at timestamptz not null,
  added_by integer references people (id) on delete set null
);
create index place_networks_by_adder on place_networks (added_by);

-- The secret of the codes that are shown at the place: of this database, and in no backup.
create table place_secret (
  only_row boolean primary key default true check (only_row),
  secret bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);
insert into place_secret default values;

-- A scan goes step by step (decision 54). `challenge` holds all its steps, of which the person is told one at a time.
alter table face_scans
  add column number bigint generated always as identity,
  add column evidence text not null default 'device'
    check (evidence in ('kiosk', 'network_and_code', 'network', 'code', 'device')),
  add column entered_code boolean not null default false,
  add column done smallint not null default 0 check (done >= 0),
  add column front bytea;

-- Perceptual hashes of pictures that counted, so that none counts twice. Forgotten after weeks, and with the person.
create table seen_faces (
  person_id integer not null references people (id) on delete cascade,
  imprint bit(256) not null,
  seen_at timestamptz not null,
  primary key (person_id, imprint)
);
create index seen_faces_by_time on seen_faces (seen_at);
