import type { TimeSettings } from '../settings/settings.types.ts';
import { type LocalTime, minutesOf, timeOfMinutes } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { AttendanceDay, DayStatus, NewCheckIn } from './attendance.types.ts';

/** Two sightings closer than this are one: a double tap, a retry, a second look at the camera. */
export const SAME_SIGHTING_MS = 5 * 60_000;

export type PresentStatus = Extract<DayStatus, 'on_time' | 'late' | 'very_late'>;

export const isPresent = (status: DayStatus | null): status is PresentStatus =>
  status === 'on_time' || status === 'late' || status === 'very_late';

/** Whole minutes count: someone seen at 09:15:40 was seen "at 09:15", as the screen says. */
export function arrivalStatus(arrival: LocalTime, rule: TimeSettings): PresentStatus {
  const minutes = minutesOf(arrival);
  if (minutes <= minutesOf(rule.startTime) + rule.graceMinutes) return 'on_time';
  return minutes <= minutesOf(rule.cutoffTime) ? 'late' : 'very_late';
}

/** The day's verdict from its check-ins: the first one decides, under the rule that was copied onto it. */
export function dayFromCheckIns(checkIns: readonly NewCheckIn[], zone: Zone): AttendanceDay | null {
  const inOrder = [...checkIns].sort((a, b) => a.at.getTime() - b.at.getTime());
  const first = inOrder[0];
  const last = inOrder.at(-1);
  if (!first || !last) return null;
  return {
    personId: first.personId,
    date: first.date,
    status: arrivalStatus(zone.timeOf(first.at), first.rule),
    firstIn: first.at,
    lastSeen: last === first ? null : last.at,
    rule: first.rule,
  };
}

/** The sentence under a verdict: what was seen, which rule held, what follows. */
export function explain(day: Pick<AttendanceDay, 'status' | 'firstIn' | 'rule'>, zone: Zone): string {
  const { startTime, graceMinutes, cutoffTime } = day.rule;
  const seen = day.firstIn ? `first seen ${zone.timeOf(day.firstIn)}` : 'not seen';
  const until = timeOfMinutes(minutesOf(startTime) + graceMinutes);
  switch (day.status) {
    case 'on_time':
      return `${seen}, start ${startTime} + ${graceMinutes} min grace = ${until}, so on time`;
    case 'late':
      return `${seen}, start ${startTime} + ${graceMinutes} min grace, so late`;
    case 'very_late':
      return `${seen}, after the cutoff at ${cutoffTime}, so very late`;
    case 'absent':
      return `${seen} that day, so absent`;
    case 'excused':
      return 'excused for the day';
    case 'holiday':
      return 'a holiday';
    case 'not_due':
      return 'not due that day';
  }
}

export const STATUS_LABELS: Record<DayStatus, string> = {
  on_time: 'On Time',
  late: 'Late',
  very_late: 'Very Late',
  absent: 'Absent',
  excused: 'Excused',
  holiday: 'Holiday',
  not_due: 'Not due',
};
