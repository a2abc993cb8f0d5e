import {
  type AttendanceDay,
  DAY_SOURCES,
  DAY_STATUSES,
  type DayOfPerson,
} from '@rollcall/core/attendance/attendance.types';
import { isPresent } from '@rollcall/core/attendance/attendance-day.rules';
import { explain, STATUS_LABELS } from '@rollcall/core/attendance/day-explanation';
import type { Zone } from '@rollcall/core/time/zone';
import { z } from 'zod';
import { toWireDate } from '../http/wire-time.ts';

export const wireRecord = z.object({
  date: z.string(),
  time: z.string().nullable(),
  check_out: z.string().nullable(),
  status: z.enum(['present', 'absent', 'unmarked', 'excused', 'holiday', 'not_due']),
  punctuality: z.string().nullable(),
  reason: z.string(),
  /** What the reason is made of, for a screen in another language. */
  basis: z.object({
    status: z.enum(DAY_STATUSES),
    source: z.enum(DAY_SOURCES),
    overrode: z.enum(DAY_STATUSES).nullable(),
    startTime: z.string(),
    gracePeriod: z.number(),
    cutoffTime: z.string(),
    autoAbsent: z.number(),
  }),
});

/** One day of someone's attendance. */
export const presentRecord =
  (zone: Zone) =>
  (day: AttendanceDay): z.infer<typeof wireRecord> => ({
    date: toWireDate(day.date),
    time: day.firstIn && zone.timeOf(day.firstIn),
    check_out: day.lastSeen && zone.timeOf(day.lastSeen),
    status: isPresent(day.status) ? 'present' : day.status,
    punctuality: isPresent(day.status) ? STATUS_LABELS[day.status] : null,
    reason: explain(day, zone),
    basis: {
      status: day.status,
      source: day.source,
      overrode: day.overrode,
      startTime: day.rule.startTime,
      gracePeriod: day.rule.graceMinutes,
      cutoffTime: day.rule.cutoffTime,
      autoAbsent: day.rule.autoAbsentMinutes,
    },
  });

export const wirePersonRecord = wireRecord.extend({
  user_id: z.string(),
  user_name: z.string(),
  user_type: z.string(),
});

export const presentPersonRecord =
  (zone: Zone) =>
  (day: DayOfPerson): z.infer<typeof wirePersonRecord> => ({
    ...presentRecord(zone)(day),
    user_id: day.code,
    user_name: day.name,
    user_type: day.kind,
  });

/** The row of the printed register. */
export const wireRegisterRow = z.object({
  Name: z.string(),
  Roll: z.string(),
  Time: z.string(),
  Type: z.string(),
});

export const presentRegisterRow =
  (zone: Zone) =>
  (day: DayOfPerson): z.infer<typeof wireRegisterRow> => ({
    Name: day.name,
    Roll: day.code,
    Time: day.firstIn ? zone.timeOf(day.firstIn) : '',
    Type: day.kind,
  });

export const wireHistoryEntry = z.object({
  user_id: z.string(),
  name: z.string(),
  time: z.string(),
  type: z.string(),
});

/** A map from the wire's date key to who came that day. */
export function presentHistory(
  days: readonly DayOfPerson[],
  zone: Zone,
): Record<string, z.infer<typeof wireHistoryEntry>[]> {
  const history: Record<string, z.infer<typeof wireHistoryEntry>[]> = {};
  // Days come newest first; within a day the register reads in order of arrival.
  for (const day of days) {
    const key = toWireDate(day.date);
    history[key] ??= [];
    history[key].unshift({
      user_id: day.code,
      name: day.name,
      time: day.firstIn ? zone.timeOf(day.firstIn) : '',
      type: day.kind,
    });
  }
  return history;
}
