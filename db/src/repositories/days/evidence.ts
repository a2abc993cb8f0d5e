import type { Evidence } from '@rollcall/core/attendance/evidence/evidence.types';
import { sql } from 'drizzle-orm';

/** What the check-in by face that decided a day of `attendance_days` shows about the place; else null. */
export const EVIDENCE_OF_DAY = sql<Evidence | null>`case when attendance_days.source = 'check_in' then
  (select c.evidence from check_ins c
    where c.person_id = attendance_days.person_id and c.day = attendance_days.day order by c.seen_at limit 1) end`;
