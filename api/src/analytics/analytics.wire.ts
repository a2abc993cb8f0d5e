import { z } from 'zod';
import { wirePersonRecord, wireRecord, wireRegisterRow } from '../attendance/attendance.presenter.ts';

/** The shapes of section 3 of the specification, as they travel. */

export const wireAdminStats = z.object({
  total_users: z.number(),
  today_attendance: z.number(),
  present_today: z.number(),
  absent_today: z.number(),
  students_present: z.number(),
  employees_present: z.number(),
  attendance_rate: z.number(),
  total_registered: z.number(),
  attendance_data: z.array(wireRegisterRow),
});

export const wireStudentStats = z.object({
  total_classmates: z.number(),
  present_today: z.number(),
  absent_today: z.number(),
  attendance_rate: z.number(),
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

export const wireInsights = z.object({ goal: z.string(), trend: z.string(), achievement: z.string() });

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
  /** Whether the institution expects anyone today. */
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
