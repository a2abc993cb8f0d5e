-- Visits on holidays and days off are recorded and counted in no rate, streak or average (docs/decisions/0025): the
-- verdict remembers that its day was off, and the roll-ups leave it out.
alter table attendance_days add column day_off boolean not null default false;

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
    select person_id, date_trunc('month', day)::date, count(first_in),
      count(*) filter (where status in ('on_time', 'late', 'very_late', 'absent', 'unmarked')),
      count(*) filter (where status = 'on_time')
    from counted where not day_off group by 1, 2 order by 1, 2
    on conflict (person_id, month) do update set
      present = r.present + excluded.present, due = r.due + excluded.due, on_time = r.on_time + excluded.on_time;
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

-- Days that were never closed (before the first registration, or today) go by the calendar. The triggers take the
-- visits out of the roll-ups.
update attendance_days set day_off = true
where day in (
  select d.day from (select distinct day from day_rollups) d
    left join closed_days c on c.day = d.day
  where case
    when c.day is not null then c.calendar <> 'open'
    else exists (select 1 from holidays h where h.day = d.day) or not extract(isodow from d.day)::smallint
      = any (coalesce((select working_days from institution), '{1,2,3,4,5}'))
  end
);

-- A day that an administrator reopened: people who were not seen have no verdict until it is closed again.
-- `needs_repair`: its frame changed and the days of its people are being derived again.
alter table closed_days
  add column reopened_at timestamptz,
  add column needs_repair boolean not null default false;
create index closed_days_needs_repair on closed_days (day) where needs_repair;
create index closed_days_reopened on closed_days (day) where reopened_at is not null;
