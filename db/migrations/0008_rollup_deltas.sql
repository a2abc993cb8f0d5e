-- Roll-ups without a row that every mark of the day waits for (docs/decisions/0024). A change of days appends what it
-- changes to rollup_deltas; the roll-ups are views of what has been added up (…_sums) and of what was appended since;
-- fold_rollups() moves the second into the first.

create table day_sums (
  day date not null,
  is_student boolean not null,
  on_time integer not null,
  late integer not null,
  very_late integer not null,
  absent integer not null,
  unmarked integer not null,
  excused integer not null,
  arrival_sum bigint not null,
  primary key (day, is_student)
);
create table section_sums (
  day date not null,
  section text not null,
  present integer not null,
  due integer not null,
  excused integer not null,
  primary key (day, section)
);
create table section_month_sums (
  month date not null,
  section text not null,
  present integer not null,
  due integer not null,
  primary key (month, section)
);
create table hour_sums (
  day date not null,
  hour smallint not null,
  arrivals integer not null,
  primary key (day, hour)
);

insert into day_sums select day, is_student, on_time, late, very_late, absent, unmarked, excused, arrival_sum from day_rollups;
insert into section_sums select day, section, present, due, excused from section_rollups;
insert into section_month_sums select month, section, present, due from section_months;
insert into hour_sums select day, hour, arrivals from hour_rollups;

drop trigger attendance_days_insert on attendance_days;
drop trigger attendance_days_delete on attendance_days;
drop trigger attendance_days_update on attendance_days;
drop function attendance_days_added(), attendance_days_removed(), attendance_days_changed();
drop table day_rollups, section_rollups, section_months, hour_rollups;
drop function section_rollups_added(), section_rollups_changed();

-- Only ever appended to, and removed by fold_rollups(). Fine enough for every roll-up.
create table rollup_deltas (
  day date not null,
  is_student boolean not null,
  section text,
  -- Hour of the arrival, null for people who were not seen.
  hour smallint,
  on_time integer not null,
  late integer not null,
  very_late integer not null,
  absent integer not null,
  unmarked integer not null,
  excused integer not null,
  arrival_sum bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create view day_rollups as
select day, is_student, sum(on_time)::int as on_time, sum(late)::int as late, sum(very_late)::int as very_late,
  sum(absent)::int as absent, sum(unmarked)::int as unmarked, sum(excused)::int as excused,
  sum(arrival_sum)::bigint as arrival_sum
from (
  select day, is_student, on_time, late, very_late, absent, unmarked, excused, arrival_sum from day_sums
  union all
  select day, is_student, on_time, late, very_late, absent, unmarked, excused, arrival_sum from rollup_deltas
) parts group by day, is_student;

create view section_rollups as
select day, section, sum(present)::int as present, sum(due)::int as due, sum(excused)::int as excused
from (
  select day, section, present, due, excused from section_sums
  union all
  select day, section, on_time + late + very_late, on_time + late + very_late + absent + unmarked, excused
  from rollup_deltas where section is not null
) parts group by day, section;

create view section_months as
select month, section, sum(present)::int as present, sum(due)::int as due
from (
  select month, section, present, due from section_month_sums
  union all
  select date_trunc('month', day::timestamp)::date, section, on_time + late + very_late,
    on_time + late + very_late + absent + unmarked
  from rollup_deltas where section is not null
) parts group by month, section;

create view hour_rollups as
select day, hour, sum(arrivals)::int as arrivals
from (
  select day, hour, arrivals from hour_sums
  union all
  select day, hour, on_time + late + very_late from rollup_deltas where hour is not null
) parts group by day, hour;

-- Counts the rows of a statement, with the sign that its trigger hands over: 1 for rows that are there now, -1 for rows
-- that are gone. Per statement, not per row: a class of forty or an import of thousands costs one pass.
create function count_attendance_days() returns trigger language plpgsql as $$
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
  from counted group by 1, 2, 3, 4;

  -- A person's months change only under the lock of the person. When a person is erased their months go with them,
  -- before or after this: only what is added may insert a row.
  if sign > 0 then
    insert into person_rollups as r (person_id, month, present, due, on_time)
    select person_id, date_trunc('month', day)::date, count(first_in),
      count(*) filter (where status in ('on_time', 'late', 'very_late', 'absent', 'unmarked')),
      count(*) filter (where status = 'on_time')
    from counted group by 1, 2 order by 1, 2
    on conflict (person_id, month) do update set
      present = r.present + excluded.present, due = r.due + excluded.due, on_time = r.on_time + excluded.on_time;
  else
    update person_rollups r set present = r.present - d.present, due = r.due - d.due, on_time = r.on_time - d.on_time
    from (
      select person_id, date_trunc('month', day)::date as month, count(first_in) as present,
        count(*) filter (where status in ('on_time', 'late', 'very_late', 'absent', 'unmarked')) as due,
        count(*) filter (where status = 'on_time') as on_time
      from counted group by 1, 2
    ) d where r.person_id = d.person_id and r.month = d.month;
  end if;
  return null;
end $$;

create trigger attendance_days_insert after insert on attendance_days
  referencing new table as counted for each statement execute function count_attendance_days('1');
create trigger attendance_days_delete after delete on attendance_days
  referencing old table as counted for each statement execute function count_attendance_days('-1');
create trigger attendance_days_update_added after update on attendance_days
  referencing new table as counted for each statement execute function count_attendance_days('1');
create trigger attendance_days_update_removed after update on attendance_days
  referencing old table as counted for each statement execute function count_attendance_days('-1');

-- Adds the deltas to the sums and removes them. One server at a time; whoever comes second leaves it to the first.
-- Readers see the deltas or their sums, never both or neither. Answers how many deltas there were.
create function fold_rollups() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(7206580) then
    return 0;
  end if;
  with gone as (
    delete from rollup_deltas returning *
  ), days as (
    insert into day_sums as r
      (day, is_student, on_time, late, very_late, absent, unmarked, excused, arrival_sum)
    select day, is_student, sum(on_time), sum(late), sum(very_late), sum(absent), sum(unmarked), sum(excused),
      sum(arrival_sum)
    from gone group by 1, 2 order by 1, 2
    on conflict (day, is_student) do update set
      on_time = r.on_time + excluded.on_time, late = r.late + excluded.late,
      very_late = r.very_late + excluded.very_late, absent = r.absent + excluded.absent,
      unmarked = r.unmarked + excluded.unmarked, excused = r.excused + excluded.excused,
      arrival_sum = r.arrival_sum + excluded.arrival_sum
  ), sections as (
    insert into section_sums as r (day, section, present, due, excused)
    select day, section, sum(on_time + late + very_late), sum(on_time + late + very_late + absent + unmarked),
      sum(excused)
    from gone where section is not null group by 1, 2 order by 1, 2
    on conflict (day, section) do update set
      present = r.present + excluded.present, due = r.due + excluded.due, excused = r.excused + excluded.excused
  ), months as (
    insert into section_month_sums as r (month, section, present, due)
    select date_trunc('month', day::timestamp)::date, section, sum(on_time + late + very_late),
      sum(on_time + late + very_late + absent + unmarked)
    from gone where section is not null group by 1, 2 order by 1, 2
    on conflict (month, section) do update set present = r.present + excluded.present, due = r.due + excluded.due
  ), hours as (
    insert into hour_sums as r (day, hour, arrivals)
    select day, hour, sum(on_time + late + very_late)
    from gone where hour is not null group by 1, 2 order by 1, 2
    on conflict (day, hour) do update set arrivals = r.arrivals + excluded.arrivals
  )
  select count(*) into folded from gone;
  return folded;
end $$;
