import { rateOrZero } from '@rollcall/core/analytics/analytics.rules';
import { isPresent } from '@rollcall/core/attendance/attendance-day.rules';
import { STATUS_LABELS } from '@rollcall/core/attendance/day-explanation';
import type { ClassWithStatus } from '@rollcall/core/classes/classes.service';
import type { RosterEntry } from '@rollcall/core/classes/classes.types';
import { PROGRAMS, SEMESTERS } from '@rollcall/core/settings/settings.types';
import type { Zone } from '@rollcall/core/time/zone';
import { z } from 'zod';

export const wireClass = z.object({
  id: z.number(),
  name: z.string(),
  program: z.enum(PROGRAMS),
  semester: z.enum(SEMESTERS),
  section: z.string(),
  subject: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  weekdays: z.array(z.number()),
  status: z.enum(['upcoming', 'active', 'completed']),
  students: z.number(),
  present_today: z.number(),
  attendance_rate: z.number(),
  present: z.number(),
  total: z.number(),
  rate: z.number(),
});

export function presentClass(each: ClassWithStatus): z.infer<typeof wireClass> {
  const rate = rateOrZero({ present: each.presentToday, due: each.students });
  return {
    id: each.id,
    name: each.name,
    program: each.program,
    semester: each.semester,
    section: each.section,
    subject: each.subject,
    startTime: each.startTime,
    endTime: each.endTime,
    weekdays: [...each.weekdays],
    status: each.status,
    students: each.students,
    present_today: each.presentToday,
    attendance_rate: rate,
    present: each.presentToday,
    total: each.students,
    rate,
  };
}

export const wireRosterEntry = z.object({
  user_id: z.string(),
  name: z.string(),
  type: z.string(),
  class_section: z.string().nullable(),
  has_face_data: z.boolean(),
  status: z.enum(['present', 'absent', 'excused', 'unknown']),
  punctuality: z.string().nullable(),
  time: z.string().nullable(),
});

export const presentRosterEntry =
  (zone: Zone) =>
  (entry: RosterEntry): z.infer<typeof wireRosterEntry> => ({
    user_id: entry.code,
    name: entry.name,
    type: entry.kind,
    class_section: entry.classSection,
    has_face_data: entry.hasFaceData,
    status: isPresent(entry.status)
      ? 'present'
      : entry.status === 'absent' || entry.status === 'excused'
        ? entry.status
        : 'unknown',
    punctuality: isPresent(entry.status) ? STATUS_LABELS[entry.status] : null,
    time: entry.firstIn && zone.timeOf(entry.firstIn),
  });
