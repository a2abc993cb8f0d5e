import { sql } from 'drizzle-orm';

/** The reason of an excused day of `attendance_days`: what was entered by hand, or the reason of the leave; else null. */
export const EXCUSE = sql<string | null>`case when attendance_days.status = 'excused' then
  case attendance_days.source
    when 'correction' then (select c.reason from corrections c
      where c.person_id = attendance_days.person_id and c.day = attendance_days.day and c.state = 'accepted'
        and c.wanted = 'excused' order by c.decided_at desc, c.id desc limit 1)
    when 'leave' then (select l.reason from leaves l where l.person_id = attendance_days.person_id
      and attendance_days.day between l.first_day and l.last_day order by l.id limit 1)
  end end`;
