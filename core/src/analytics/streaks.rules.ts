import type { AttendanceDay } from '../attendance/attendance.types.ts';
import { isDue, isPresent } from '../attendance/attendance-day.rules.ts';

type Day = Pick<AttendanceDay, 'date' | 'status'>;

/**
 * Runs of due days with presence. Days that ask nothing of anyone (holiday, excused, not due) neither break
 * a run nor lengthen it; an absence breaks it.
 */
export function streaksOf(days: readonly Day[]): { current: number; longest: number } {
  const inOrder = [...days].sort((a, b) => (a.date < b.date ? -1 : 1));
  let current = 0;
  let longest = 0;
  for (const day of inOrder) {
    if (isPresent(day.status)) current += 1;
    else if (isDue(day.status)) current = 0;
    longest = Math.max(longest, current);
  }
  return { current, longest };
}
