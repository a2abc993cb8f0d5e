import { createRoute } from '@hono/zod-openapi';
import { RANGE_CHOICES } from '@rollcall/core/analytics/analytics.rules';
import { z } from 'zod';
import { wireArrival, wirePersonRecord, wireRecord } from '../attendance/attendance.contract.ts';
import { allow } from '../http/access.ts';
import { answers, codeParam, isInOrder, outOfOrder, wireDate } from '../http/contract-parts.ts';
import { wireProfileIdentity, wireUser } from '../people/people.contract.ts';

export const wireAdminStats = z.object({
  total_users: z.number(),
  today_attendance: z.number(),
  present_today: z.number(),
  /** Called absent by the rule of the day, a class or an office; whoever was not seen before is not here yet. */
  absent_today: z.number(),
  not_yet_here: z.number(),
  /** Everybody due today who is not excused. */
  expected_today: z.number(),
  students_present: z.number(),
  employees_present: z.number(),
  /** Null before the first minute at which anybody is due, and on a day off. */
  attendance_rate: z.number().nullable(),
  total_registered: z.number(),
  attendance_data: z.array(wireArrival),
});

export const wireStudentStats = z.object({
  total_classmates: z.number(),
  present_today: z.number(),
  absent_today: z.number(),
  not_yet_here: z.number(),
  attendance_rate: z.number().nullable(),
});

export const wireMonth = z.object({
  month: z.string(),
  attendance: z.number(),
  students: z.number(),
  employees: z.number(),
  rate: z.number(),
});

export const wireWeekday = z.object({
  day: z.string(),
  average: z.number(),
  percentage: z.number(),
  students: z.number(),
  employees: z.number(),
  count: z.number(),
  avg_time: z.string(),
  status: z.string(),
});

export const wireInsights = z.object({
  goal: z.string(),
  trend: z.string(),
  achievement: z.string(),
  /** Points against the month directly before; null where either month has no due day. */
  trend_points: z.number().nullable(),
});

export const wireUserActivity = z.object({
  name: z.string(),
  attendance_count: z.number(),
  percentage: z.number(),
});

const shared = {
  basic_stats: z.object({
    total_users: z.number(),
    total_days: z.number(),
    attended_days: z.number(),
    attendance_rate: z.number(),
    this_week: z.number(),
    this_month: z.number(),
    average_daily: z.number(),
  }),
  weekly_trends: z.array(z.object({ week: z.string(), attendance: z.number(), rate: z.number() })),
  monthly_trend: z.array(wireMonth),
  weekly_pattern: z.array(wireWeekday),
  attendance_by_time: z.array(z.object({ time: z.string(), count: z.number() })),
  day_frequency: z.array(z.object({ name: z.string(), count: z.number(), percentage: z.number() })),
  performance_insights: wireInsights,
};

export const wireAdminAnalytics = z.object({
  ...shared,
  class_wise_stats: z.array(
    z.object({ class_section: z.string(), students: z.number(), attendance: z.number(), rate: z.number() }),
  ),
  top_attendees: z.array(
    z.object({ user_id: z.string(), name: z.string(), type: z.string(), days: z.number(), rate: z.number() }),
  ),
  recent_system_activity: z.array(wirePersonRecord),
  daily_attendance: z.array(z.object({ date: z.string(), count: z.number() })),
});

export const wireUserAnalytics = z.object({
  ...shared,
  recent_attendance: z.array(wireRecord),
  streak: z.object({ current: z.number(), longest: z.number() }),
});

export const wireMyAttendance = z.object({
  total_days: z.number(),
  attended_days: z.number(),
  attendance_rate: z.number(),
  this_month: z.number(),
  /** `due` is false on a day off. */
  today: z.object({ date: z.string(), due: z.boolean() }),
  attendance: z.array(wireRecord),
});

export const wireAttendanceStats = z.object({
  total_days: z.number(),
  attended_days: z.number(),
  attendance_rate: z.number(),
  current_streak: z.number(),
  longest_streak: z.number(),
});

export const wireMyProfile = z.object({
  profile: wireProfileIdentity,
  total_logins: z.number(),
  consecutive_days: z.number(),
  best_month: z.string(),
  avg_daily_time: z.string(),
  achievements: z.array(
    z.object({ id: z.string(), icon: z.string(), name: z.string(), description: z.string() }),
  ),
});

export const wireProfile = z.object({
  user: wireUser,
  attendance_history: z.array(wireRecord),
  /** Days present, as the specification counts them. */
  total_days: z.number(),
  /** The specification's 30-day score: records of attendance per 30, at most 100. The rate is `rate`. */
  attendance_rate: z.number(),
  /** Present of due days, in percent: the rate of every other screen and report; null before the first due day. */
  rate: z.number().nullable(),
  present_days: z.number(),
  due_days: z.number(),
  average_check_in: z.string(),
});

const dates = { from: wireDate.optional(), to: wireDate.optional() };
const areBothOrNeither = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  (from === undefined) === (to === undefined);
const oneMissing = { message: 'Please select both start and end dates', path: ['from'] };

/** Two dates, or neither. */
export const datesQuery = z.object(dates).refine(areBothOrNeither, oneMissing).refine(isInOrder, outOfOrder);

/** Either a named range, or two dates. */
export const rangeQuery = z
  .object({ range: z.enum(RANGE_CHOICES).default('all'), ...dates })
  .refine(areBothOrNeither, oneMissing)
  .refine(isInOrder, outOfOrder);

const tags = ['Analytics'];

export const dashboardStats = createRoute({
  ...allow('dashboard.read'),
  tags,
  method: 'get',
  path: '/dashboard/stats',
  summary:
    'Today in figures: of everybody whom an office or an administrator reaches, of the classes of a teacher, of your own section otherwise',
  responses: answers(z.object({ stats: z.union([wireAdminStats, wireStudentStats]) }), 'Today'),
});

export const adminAnalytics = createRoute({
  ...allow('analytics.read'),
  tags,
  method: 'get',
  path: '/admin/analytics',
  summary: 'The institution over a range of days',
  request: { query: rangeQuery },
  responses: answers(
    z.object({ analytics: wireAdminAnalytics, userActivity: z.array(wireUserActivity) }),
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
  responses: answers(z.object({ analytics: wireUserAnalytics }), 'Every figure from rows'),
});

export const myAttendance = createRoute({
  ...allow('attendance.read-own'),
  tags,
  method: 'get',
  path: '/user/my-attendance',
  summary: 'Your own attendance',
  responses: answers(wireMyAttendance, 'Totals and days, newest first'),
});

export const attendanceStats = createRoute({
  ...allow('attendance.read-own'),
  tags,
  method: 'get',
  path: '/user/attendance-stats',
  summary: 'Your own totals, rate and streak',
  responses: answers(wireAttendanceStats, 'Totals'),
});

export const myProfile = createRoute({
  ...allow('attendance.read-own'),
  tags,
  method: 'get',
  path: '/user/my-profile',
  summary: 'Your own profile',
  responses: answers(wireMyProfile, 'Who you are, and what your attendance says'),
});

export const profileOf = createRoute({
  ...allow('profile.read'),
  tags,
  method: 'get',
  path: '/profile/{id}',
  summary: 'A profile: your own, or that of somebody whom you reach',
  request: { params: codeParam },
  responses: answers(wireProfile, 'The person and their days, newest first'),
});
