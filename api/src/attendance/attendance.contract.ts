import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers } from '../http/route-parts.ts';
import { wireDate } from '../http/wire-time.ts';
import { wireHistoryEntry, wirePersonRecord, wireRecord, wireRegisterRow } from './attendance.presenter.ts';

/** A history page never outgrows this, however many people and days there are. */
export const HISTORY_MAX = 20_000;

const tags = ['Attendance'];

export const attendanceToday = createRoute({
  ...allow('attendance.today'),
  tags,
  method: 'get',
  path: '/attendance',
  summary: "Today's rows for administrators, your own row otherwise",
  responses: answers(
    z.object({ date: z.string(), attendance: z.array(wireRegisterRow) }),
    'In order of arrival',
  ),
});

export const markBody = z.object({ scan_id: z.uuid().optional() });

export const markAttendance = createRoute({
  ...allow('attendance.mark-own'),
  tags,
  method: 'post',
  path: '/user/mark-attendance',
  summary: 'Mark yourself present with a face scan this server has accepted',
  request: { body: { content: { 'application/json': { schema: markBody } }, required: false } },
  responses: answers(
    z.object({ success: z.boolean(), message: z.string(), outcome: z.string(), attendance: wireRecord }),
    'Marked, or already marked today',
  ),
});

export const attendanceHistory = createRoute({
  ...allow('analytics.read'),
  tags,
  method: 'get',
  path: '/admin/attendance-history',
  summary: 'Who came on which day',
  request: {
    query: z.object({
      from: wireDate.optional(),
      to: wireDate.optional(),
      limit: z.coerce.number().int().min(1).max(HISTORY_MAX).default(HISTORY_MAX),
    }),
  },
  responses: answers(
    z.object({ history: z.record(z.string(), z.array(wireHistoryEntry)), truncated: z.boolean() }),
    'By date key MM_DD_YY, newest day first',
  ),
});

export const recentActivity = createRoute({
  ...allow('analytics.read'),
  tags,
  method: 'get',
  path: '/admin/recent-activity',
  summary: 'The latest verdicts',
  responses: answers(z.object({ activities: z.array(wirePersonRecord) }), 'Newest first'),
});
