-- Attendance days in one partition a month (decision 65): a query reads the months of its days, and retention removes a
-- month at once.

alter table attendance_days rename to undivided_days;
create table attendance_days (like undivided_days including defaults including constraints) partition by range (day);

create function attendance_month_name(month date) returns text language sql immutable as $$
  select 'attendance_days_' || to_char(month::timestamp, 'YYYY_MM')
$$;

-- Creates the partitions that these days need; answers how many. Whoever inserts days calls it before. The partition is
-- attached, which takes a weaker lock than creating it in its place: reading and writing go on. Of two servers that need
-- the same month the second waits for the first. There is no partition for what is left over: attaching a month would lock
-- it against every reader. Days that no table of a month can hold are left to the insert, which refuses them.
create function open_attendance_months(days date[]) returns integer language plpgsql as $$
declare
  month date;
  name text;
  opened integer := 0;
begin
  for month in
    select distinct date_trunc('month', d::timestamp)::date from unnest(days) d
    where d >= date '0001-01-01' and d < date '10000-01-01' order by 1
  loop
    name := attendance_month_name(month);
    continue when to_regclass(name) is not null;
    lock table only attendance_days in share update exclusive mode;
    continue when to_regclass(name) is not null;
    execute format('create table %I (like attendance_days including defaults including constraints)', name);
    execute format('alter table attendance_days attach partition %I for values from (%L) to (%L)',
      name, month, (month + interval '1 month')::date);
    opened := opened + 1;
  end loop;
  return opened;
end $$;

-- Removes all days of a month together with their roll-ups, if they are the days that were counted and summed up before,
-- unchanged; answers how many, null if they are not or if the month is in use. Writers of this month wait meanwhile, and
-- readers of this month while it is emptied. Nobody waits for other months.
create function remove_attendance_month(month date, expected bigint, fingerprint numeric) returns bigint
language plpgsql set lock_timeout = '2s' as $$
declare
  name constant text := attendance_month_name(month);
  following constant date := (month + interval '1 month')::date;
  held bigint;
  held_fingerprint numeric;
begin
  if to_regclass(name) is null then
    return 0;
  end if;
  execute format('lock table %I in share row exclusive mode', name);
  execute format('select count(*), coalesce(sum(hash_record_extended(t, 0)), 0) from %I t', name)
    into held, held_fingerprint;
  if held = 0 then
    return 0;
  end if;
  if held <> expected or held_fingerprint <> fingerprint then
    return null;
  end if;
  execute format('truncate %I', name);
  -- The changes first: fold_rollups() may be adding them to the sums.
  delete from rollup_deltas where day >= month and day < following;
  delete from day_sums where day >= month and day < following;
  delete from section_sums where day >= month and day < following;
  delete from hour_sums where day >= month and day < following;
  delete from section_month_sums s where s.month = remove_attendance_month.month;
  delete from person_rollups r where r.month = remove_attendance_month.month;
  return held;
exception when lock_not_available or deadlock_detected then
  return null;
end $$;

-- Drops the empty months before a day; answers how many. This locks attendance_days for a moment, and is left to the next
-- time where that would make others wait.
create function drop_empty_attendance_months(before date) returns integer
language plpgsql set lock_timeout = '200ms' as $$
declare
  candidates text[];
  name text;
  is_empty boolean;
  dropped integer := 0;
begin
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'attendance_days'::regclass
      and c.relname < attendance_month_name(before)::name order by 1
  loop
    execute format('select not exists (select 1 from %I)', name) into is_empty;
    if is_empty then
      candidates := array_append(candidates, name);
    end if;
  end loop;
  if candidates is null then
    return 0;
  end if;
  lock table only attendance_days in access exclusive mode;
  foreach name in array candidates loop
    execute format('select not exists (select 1 from %I)', name) into is_empty;
    if is_empty then
      execute format('drop table %I', name);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
exception when lock_not_available or deadlock_detected then
  return 0;
end $$;

do $$
declare
  earliest date := (select min(day) from undivided_days);
begin
  while earliest is not null loop
    perform open_attendance_months(array[earliest]);
    earliest := (select min(day) from undivided_days
      where day >= (date_trunc('month', earliest::timestamp) + interval '1 month')::date);
  end loop;
  -- Servers of the version before go on for a while, and open no month.
  if exists (select 1 from institution) then
    perform open_attendance_months(array[current_date - 1, current_date + 1,
      (date_trunc('month', current_date::timestamp) + interval '1 month')::date]);
  end if;
end $$;

-- Without keys, indexes and triggers, which are made afterwards at once. The roll-ups have these days already.
insert into attendance_days select * from undivided_days;

-- A person's days are looked for in the months of person_rollups, which therefore has those with visits on days off only.
insert into person_rollups
select distinct person_id, date_trunc('month', day)::date, 0, 0, 0 from undivided_days where day_off
on conflict do nothing;
drop table undivided_days;

create or replace function count_attendance_days() returns trigger language plpgsql as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  insert into rollup_deltas
    (day, is_student, section, hour, on_time, late, very_late, absent, unmarked, excused, arrival_sum)
  select day, kind = 'student', section, arrival_minutes / 60,
    sign * count(*) filter (where status = 'on_time'), sign * count(*) filter (where status = 'late'),
    sign * count(*) filter (where status = 'very_late'), sign * count(*) filter (where status = 'absent'),
    sign * count(*) filter (where status = 'unmarked'), sign * count(*) filter (where status = 'excused'),
    sign * coalesce(sum(arrival_minutes), 0)
  from counted where not day_off group by 1, 2, 3, 4;

  -- A person's months change only under the lock of the person. When a person is erased their months go with them,
  -- before or after this: only what is added may insert a row.
  if sign > 0 then
    insert into person_rollups as r (person_id, month, present, due, on_time)
    select person_id, date_trunc('month', day)::date, count(first_in) filter (where not day_off),
      count(*) filter (where status in ('on_time', 'late', 'very_late', 'absent', 'unmarked') and not day_off),
      count(*) filter (where status = 'on_time' and not day_off)
    from counted group by 1, 2 order by 1, 2
    on conflict (person_id, month) do update set
      present = r.present + excluded.present, due = r.due + excluded.due, on_time = r.on_time + excluded.on_time
      where (excluded.present, excluded.due, excluded.on_time) <> (0, 0, 0);
  else
    update person_rollups r set present = r.present - d.present, due = r.due - d.due, on_time = r.on_time - d.on_time
    from (
      select person_id, date_trunc('month', day)::date as month, count(first_in) as present,
        count(*) filter (where status in ('on_time', 'late', 'very_late', 'absent', 'unmarked')) as due,
        count(*) filter (where status = 'on_time') as on_time
      from counted where not day_off group by 1, 2
    ) d where r.person_id = d.person_id and r.month = d.month;
  end if;
  return null;
end $$;

alter table attendance_days
  add primary key (person_id, day),
  add foreign key (person_id) references people on delete cascade;
create index attendance_days_day on attendance_days (day, first_in);
create index attendance_days_section on attendance_days (section, day);
create index attendance_days_day_person on attendance_days (day, person_id);
create index attendance_days_day_off on attendance_days (day) where day_off;

create trigger attendance_days_insert after insert on attendance_days
  referencing new table as counted for each statement execute function count_attendance_days('1');
create trigger attendance_days_delete after delete on attendance_days
  referencing old table as counted for each statement execute function count_attendance_days('-1');
create trigger attendance_days_update_added after update on attendance_days
  referencing new table as counted for each statement execute function count_attendance_days('1');
create trigger attendance_days_update_removed after update on attendance_days
  referencing old table as counted for each statement execute function count_attendance_days('-1');

analyze attendance_days;

-- The whole months of the file of a removal, each with its days, their number and a fingerprint of them.
alter table retention_runs add column months jsonb not null default '[]';
