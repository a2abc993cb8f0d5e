-- Days whose attendance retention removed: what is left of them is not all that is known, so that no verdict is derived
-- from it (docs/decisions/0027). Undoing a removal takes its row away.
create table emptied_days (
  -- The file of the removal; empty for removals that cannot be undone any more.
  file text primary key,
  -- The first day of what is removed, and the day after the last.
  since date not null,
  before date not null
);
-- Earlier removals did not keep their days; they lie before the first verdict that is left.
insert into emptied_days (file, since, before)
select distinct coalesce(o.file, ''), date '1900-01-01', (select min(day) from attendance_days)
from audit a
  left join (retention_runs r join operations o on o.id = r.operation_id) on o.file = a.subject
where a.action = 'retention_applied' and coalesce((a.detail ->> 'attendanceDays')::int, 0) > 0
  and r.undone_at is null and exists (select 1 from attendance_days);
