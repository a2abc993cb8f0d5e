-- A clock that can be wrong, and retention that can be undone.

-- The last time that a server believed. Until a server saves one, it is the time of the last audit entry.
create table known_time (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
insert into known_time (at) select at from audit order by id desc limit 1;

-- Removals by retention. What was removed is in the sealed file of the operation, and can be put back until that expires.
alter table operations
  drop constraint operations_kind_check,
  add constraint operations_kind_check check
    (kind in ('backup', 'export_json', 'export_csv', 'upload', 'import', 'retention'));

create table retention_runs (
  operation_id integer primary key,
  -- 'writing': nothing is removed yet. 'removing': the file is whole, and exactly its rows are being removed.
  state text not null check (state in ('writing', 'removing', 'done', 'failed')),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Rows of the file that were dealt with, of all.
  done bigint not null default 0,
  total bigint not null default 0,
  bytes bigint not null default 0,
  sha256 text not null default '',
  -- Rows per table.
  removed jsonb not null default '{}',
  undone_at timestamptz,
  put_back jsonb not null default '{}'
);
