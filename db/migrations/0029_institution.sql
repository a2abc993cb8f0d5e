-- The institution has a colour, a logo, and zones that held before a day.
alter table institution add column colour text check (colour ~ '^#[0-9a-f]{6}$');

create table institution_logo (
  only_row boolean primary key default true check (only_row),
  bytes bytea not null check (length(bytes) between 1 and 262144),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  version text not null check (version <> '')
);

create table earlier_zones (
  -- The first day on which the zone does not hold any more.
  before_day date primary key,
  time_zone text not null check (time_zone <> '')
);
