-- Days that are recorded and must be derived again after a change of the calendar, whether they are closed or not
-- (docs/decisions/0025). `repair` names the run that works on the day; when its lease ends, another run takes over.
create table day_repairs (
  day date primary key,
  repair uuid not null,
  leased_until timestamptz not null
);
insert into day_repairs (day, repair, leased_until)
select day, gen_random_uuid(), now() from closed_days where needs_repair;
alter table closed_days drop column needs_repair;

-- When the class of a mark starts: of two classes that say absent and excused, the one that starts later decides. Null on
-- older marks, for which the start of their rule counts as before.
alter table class_marks add column class_start time;

-- Days closed before frames were kept became `off` by the working days of the upgrade, also if the weekday was a working
-- day when they were closed and everybody came, so that no absence showed it. Closing gave everybody due a verdict: a day
-- on which nobody lacks one was open, if the working days were changed after it (versions before frames noted no `from`),
-- unless the audit has other working days for it.
with changes as materialized (
  select at, detail ->> 'days' as days, detail ->> 'from' as since from audit where action = 'working_days_saved'
), mistaken as materialized (
  select c.day from closed_days c
  where c.calendar = 'off'
    and exists (select 1 from changes a where a.at > c.closed_at and a.since is null)
    and not exists (select 1 from changes a where a.since <= c.day::text)
    and exists (select 1 from attendance_days d where d.day = c.day and d.first_in is not null)
    and not exists (
      select 1 from people p
      where p.kind <> 'admin' and p.registered_on < c.day and (p.deleted_at is null or p.deleted_at > c.closed_at)
        and not exists (select 1 from attendance_days d where d.person_id = p.id and d.day = c.day)
    )
    and coalesce((
      select extract(isodow from c.day)::text = any (string_to_array(a.days, ' ')) from changes a
      where a.at < c.closed_at order by a.at desc limit 1
    ), true)
), opened as (
  update closed_days c set calendar = 'open' from mistaken m where m.day = c.day
)
update attendance_days d set day_off = false from mistaken m where m.day = d.day and d.day_off;
