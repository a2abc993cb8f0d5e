-- Facts of a day that later settings must not change (docs/decisions/0024): the frame under which it was closed, the
-- working days and the sections that held then, and absences that nothing else explains.

-- The frame under which a day was closed. `finished_at` is null while people are still being given their verdicts.
alter table closed_days
  add column calendar text check (calendar in ('open', 'holiday', 'off')),
  add column rule_start time,
  add column rule_grace smallint,
  add column rule_cutoff time,
  add column rule_auto_absent smallint,
  add column finished_at timestamptz;

-- Days closed before: they were open if closing, a leave or a class gave a verdict on them, else by the calendar.
update closed_days c set
  finished_at = c.closed_at,
  calendar = case
    when exists (select 1 from attendance_days d where d.day = c.day
      and (d.source in ('leave', 'class') or d.source = 'closing' and d.decided_at = c.closed_at)) then 'open'
    when exists (select 1 from holidays h where h.day = c.day) then 'holiday'
    when extract(isodow from c.day)::smallint = any (coalesce((select working_days from institution), '{1,2,3,4,5}'))
      then 'open'
    else 'off'
  end;
update closed_days c set
  rule_start = coalesce(d.rule_start, r.start_time, '09:00'),
  rule_grace = coalesce(d.rule_grace, r.grace_minutes, 15),
  rule_cutoff = coalesce(d.rule_cutoff, r.cutoff_time, '09:30'),
  rule_auto_absent = coalesce(d.rule_auto_absent, r.auto_absent_minutes, 60)
from closed_days own
  left join lateral (
    select rule_start, rule_grace, rule_cutoff, rule_auto_absent from attendance_days
    where day = own.day and source = 'closing' and decided_at = own.closed_at limit 1
  ) d on true
  left join lateral (
    select start_time, grace_minutes, cutoff_time, auto_absent_minutes from time_rules
    where effective_from <= own.day order by effective_from desc limit 1
  ) r on true
where own.day = c.day;

alter table closed_days
  alter column calendar set not null,
  alter column rule_start set not null,
  alter column rule_grace set not null,
  alter column rule_cutoff set not null,
  alter column rule_auto_absent set not null;
create index closed_days_unfinished on closed_days (day) where finished_at is null;

-- The working days from a day on. Empty until they are first changed: until then the institution's hold.
create table working_days_history (
  from_day date primary key,
  working_days smallint[] not null check (working_days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[])
);

-- The section of a person from a day on. Without rows the section in people holds.
create table section_history (
  person_id integer not null references people on delete cascade,
  from_day date not null,
  section text,
  primary key (person_id, from_day)
);

alter table attendance_days
  drop constraint attendance_days_source_check,
  add constraint attendance_days_source_check check
    (source in ('check_in', 'correction', 'leave', 'class', 'closing', 'import'));

-- Absences that are facts themselves: imported ones, and those that closing gave on the day of registration or before,
-- which it does not do any more.
create table fixed_absences (
  person_id integer not null references people on delete cascade,
  day date not null,
  status text not null check (status in ('absent', 'unmarked')),
  source text not null check (source in ('import', 'closing')),
  primary key (person_id, day)
);
insert into fixed_absences (person_id, day, status, source)
select d.person_id, d.day, d.status, case when d.decided_at = c.closed_at then 'closing' else 'import' end
from attendance_days d join people p on p.id = d.person_id left join closed_days c on c.day = d.day
where d.source = 'closing' and (c.day is null or d.day <= p.registered_on);

-- The administrator's attendance is not taken.
delete from attendance_days where kind = 'admin';
