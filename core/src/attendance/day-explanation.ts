import { minutesOf, timeOfMinutes } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { AttendanceDay, DayStatus } from './attendance.types.ts';

export const STATUS_LABELS: Record<DayStatus, string> = {
  on_time: 'On Time',
  late: 'Late',
  very_late: 'Very Late',
  absent: 'Absent',
  unmarked: 'Not marked',
  excused: 'Excused',
  holiday: 'Holiday',
  not_due: 'Not due',
};

type Explained = Pick<AttendanceDay, 'status' | 'firstIn' | 'rule' | 'source' | 'overrode'>;

/** The sentence under a verdict: what was seen, which rule held, what follows. */
export function explain(day: Explained, zone: Zone): string {
  const before = day.overrode ? ` (was ${STATUS_LABELS[day.overrode].toLowerCase()} until then)` : '';
  const by = day.source === 'correction' ? 'corrected by an administrator: ' : '';
  return `${by}${reason(day, zone)}${before}`;
}

function reason({ status, firstIn, rule, source }: Explained, zone: Zone): string {
  const { startTime, graceMinutes, cutoffTime, autoAbsentMinutes } = rule;
  const seen = firstIn ? `first seen ${zone.timeOf(firstIn)}` : 'not seen';
  switch (status) {
    case 'on_time': {
      const until = timeOfMinutes(minutesOf(startTime) + graceMinutes);
      return `${seen}, start ${startTime} + ${graceMinutes} min grace = ${until}, so on time`;
    }
    case 'late':
      return `${seen}, start ${startTime} + ${graceMinutes} min grace, so late`;
    case 'very_late':
      return `${seen}, after the cutoff at ${cutoffTime}, so very late`;
    case 'absent':
      return source === 'closing'
        ? `not seen by ${timeOfMinutes(minutesOf(startTime) + autoAbsentMinutes)}, so absent`
        : 'absent';
    case 'unmarked':
      return 'due and not seen; this institution does not mark absent by itself';
    case 'excused':
      return 'excused for the day';
    case 'holiday':
      return 'a holiday';
    case 'not_due':
      return 'not due that day';
  }
}
