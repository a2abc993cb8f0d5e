import type { Leave } from '@rollcall/core/attendance/attendance.ports';
import type { RepairSummary } from '@rollcall/core/attendance/calendar-repair.rules';
import type { z } from 'zod';
import type { wireChanges, wireLeave } from './calendar.contract.ts';

export const presentLeave = (leave: Leave): z.infer<typeof wireLeave> => ({
  id: leave.id,
  user_id: leave.code,
  name: leave.name,
  from: leave.firstDay,
  to: leave.lastDay,
  reason: leave.reason,
});

export const presentChanges = (summary: RepairSummary): z.infer<typeof wireChanges> => ({
  days: summary.days,
  people: summary.people,
  absences_removed: summary.absencesRemoved,
  absences_added: summary.absencesAdded,
  excused_removed: summary.excusedRemoved,
  excused_added: summary.excusedAdded,
  visits_off: summary.visitsOff,
  visits_due: summary.visitsDue,
  others: summary.others,
});
