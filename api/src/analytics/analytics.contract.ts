import { createRoute } from '@hono/zod-openapi';
import { RANGE_CHOICES } from '@rollcall/core/analytics/analytics.rules';
import { z } from 'zod';
import { wireRecord } from '../attendance/attendance.presenter.ts';
import { allow } from '../http/access.ts';
import { answers, codeParam } from '../http/route-parts.ts';
import { wireDate } from '../http/wire-time.ts';
import { wireProfileIdentity, wireUser } from '../people/people.presenter.ts';
import * as wire from './analytics.wire.ts';

const dates = { from: wireDate.optional(), to: wireDate.optional() };
type Dates = { from?: string | undefined; to?: string | undefined };
const areBoth = ({ from, to }: Dates) => (from === undefined) === (to === undefined);
const oneMissing = { message: 'Please select both start and end dates', path: ['from'] };
const isInOrder = ({ from, to }: Dates) => !from || !to || from <= to;
const outOfOrder = { message: 'The end date must not be before the start date.', path: ['to'] };

/** Two dates, or neither. */
export const datesQuery = z.object(dates).refine(areBoth, oneMissing).refine(isInOrder, outOfOrder);

/** Either a named range, or two dates. */
export const rangeQuery = z
  .object({ range: z.enum(RANGE_CHOICES).default('all'), ...dates })
  .refine(areBoth, oneMissing)
  .refine(isInOrder, outOfOrder);

const tags = ['Analytics'];

export const dashboardStats = createRoute({
  ...allow('dashboard.read'),
  tags,
  method: 'get',
  path: '/dashboard/stats',
  summary: 'Today in figures: the institution for administrators, your class otherwise',
  responses: answers(z.object({ stats: z.union([wire.wireAdminStats, wire.wireStudentStats]) }), 'Today'),
});

export const adminAnalytics = createRoute({
  ...allow('analytics.read'),
  tags,
  method: 'get',
  path: '/admin/analytics',
  summary: 'The institution over a range of days',
  request: { query: rangeQuery },
  responses: answers(
    z.object({ analytics: wire.wireAdminAnalytics, userActivity: z.array(wire.wireUserActivity) }),
    'Every figure from rows',
  ),
});

export const userAnalytics = createRoute({
  ...allow('attendance.read-own'),
  tags,
  method: 'get',
  path: '/user/analytics',
  summary: 'Your own attendance over a range of days',
  request: { query: rangeQuery },
  responses: answers(z.object({ analytics: wire.wireUserAnalytics }), 'Every figure from rows'),
});

export const myAttendance = createRoute({
  ...allow('attendance.read-own'),
  tags,
  method: 'get',
  path: '/user/my-attendance',
  summary: 'Your own attendance',
  responses: answers(wire.wireMyAttendance, 'Totals and days, newest first'),
});

export const attendanceStats = createRoute({
  ...allow('attendance.read-own'),
  tags,
  method: 'get',
  path: '/user/attendance-stats',
  summary: 'Your own totals, rate and streak',
  responses: answers(wire.wireAttendanceStats, 'Totals'),
});

export const myProfile = createRoute({
  ...allow('attendance.read-own'),
  tags,
  method: 'get',
  path: '/user/my-profile',
  summary: 'Your own profile',
  responses: answers(
    z.object({
      profile: wireProfileIdentity,
      total_logins: z.number(),
      consecutive_days: z.number(),
      best_month: z.string(),
      avg_daily_time: z.string(),
      achievements: z.array(
        z.object({ id: z.string(), icon: z.string(), name: z.string(), description: z.string() }),
      ),
    }),
    'Who you are, and what your attendance says',
  ),
});

export const profileOf = createRoute({
  ...allow('profile.read'),
  tags,
  method: 'get',
  path: '/profile/{id}',
  summary: 'A profile: your own, or anyone for administrators',
  request: { params: codeParam },
  responses: answers(
    z.object({
      user: wireUser,
      attendance_history: z.array(wireRecord),
      total_days: z.number(),
      attendance_rate: z.number(),
      average_check_in: z.string(),
    }),
    'The person and their days, newest first',
  ),
});
