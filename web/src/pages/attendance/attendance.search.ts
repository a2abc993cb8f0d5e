import { CORRECTION_STATES } from '@rollcall/core/attendance/correction.types';
import * as z from 'zod/mini';
import { SHOWN_STATUSES } from '../../features/follow-up/day-filter.ts';
import { maybe } from '../../lib/search-params.ts';

export const ATTENDANCE_TABS = ['today', 'register', 'reports', 'days', 'corrections', 'calendar'] as const;
export type AttendanceTab = (typeof ATTENDANCE_TABS)[number];

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

const schema = z.object({
  tab: maybe(z.enum(ATTENDANCE_TABS)),
  date: maybe(day),
  month: maybe(z.string().check(z.regex(/^\d{4}-\d{2}$/))),
  from: maybe(day),
  to: maybe(day),
  class: maybe(z.number()),
  section: maybe(z.coerce.string()),
  status: maybe(z.enum(SHOWN_STATUSES)),
  weekday: maybe(z.number().check(z.minimum(1), z.maximum(7))),
  state: maybe(z.enum([...CORRECTION_STATES, 'all'])),
  year: maybe(z.number().check(z.minimum(2000), z.maximum(2100))),
  page: maybe(z.number().check(z.minimum(1))),
});

export type AttendanceSearch = z.infer<typeof schema>;

export const readAttendanceSearch = (search: Record<string, unknown>): AttendanceSearch =>
  schema.parse(search);
