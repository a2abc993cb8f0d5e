import type { AttendanceDay } from '../attendance/attendance.types.ts';
import { isDue, isPresent } from '../attendance/attendance-day.rules.ts';
import { minutesOf } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { DayTally, HourTally } from './analytics.types.ts';

const arrivalMinutes = (day: AttendanceDay, zone: Zone): number =>
  day.firstIn ? minutesOf(zone.timeOf(day.firstIn)) : 0;

/** One person's days in the shape that trends are added up from, oldest first. */
export function talliesOf(days: readonly AttendanceDay[], zone: Zone, isStudent: boolean): DayTally[] {
  return days
    .map((day) => ({
      date: day.date,
      isStudent,
      present: isPresent(day.status) ? 1 : 0,
      due: isDue(day.status) ? 1 : 0,
      excused: day.status === 'excused' ? 1 : 0,
      arrivalSum: arrivalMinutes(day, zone),
    }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

export function hoursOf(days: readonly AttendanceDay[], zone: Zone): HourTally[] {
  const counts = new Map<number, number>();
  for (const day of days) {
    if (!day.firstIn) continue;
    const hour = Math.floor(arrivalMinutes(day, zone) / 60);
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([hour, count]) => ({ hour, count }));
}
