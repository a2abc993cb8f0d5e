import { createRoute } from '@hono/zod-openapi';
import { STATUS_GROUPS } from '@rollcall/core/analytics/analytics.types';
import { DAY_STATUSES } from '@rollcall/core/attendance/attendance.types';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { z } from 'zod';
import { wirePersonRecord } from '../attendance/attendance.contract.ts';
import { allow } from '../http/access.ts';
import { answers, dateRange, pageQuery, rowId, wholeNumber, wireDate } from '../http/contract-parts.ts';
import { cursorOf, nextCursor } from '../http/formats/cursor.ts';
import { datesQuery } from './analytics.contract.ts';

export const wireAbsentee = z.object({
  user_id: z.string(),
  name: z.string(),
  type: z.string(),
  class_section: z.string().nullable(),
});

export const wireAttention = z.object({
  target: z.number(),
  from: z.string(),
  to: z.string(),
  in_a_row: z.array(wireAbsentee.extend({ days: z.number(), last_seen: z.string().nullable() })),
  below_target: z.array(
    z.object({
      user_id: z.string(),
      name: z.string(),
      type: z.string(),
      days: z.number(),
      due: z.number(),
      rate: z.number(),
    }),
  ),
});

/** The most absentees that one answer lists. */
const ABSENTEES_MAX = 500;

const admin = allow('analytics.read');
const tags = ['Analytics'];

export const absentees = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/absentees',
  summary: 'Who is due today, or was due on another day, and has not been seen',
  request: {
    query: z.object({
      date: wireDate.optional(),
      page: pageQuery.page,
      limit: z.coerce.number().int().min(1).max(ABSENTEES_MAX).default(ABSENTEES_MAX),
    }),
  },
  responses: answers(
    z.object({
      date: z.string(),
      /** False on a day off. */
      due: z.boolean(),
      /** Who was due and not excused: nobody on a day before people were registered. */
      expected: z.number(),
      absentees: z.array(wireAbsentee),
      /** Where there are more than this page lists. */
      total: z.number().optional(),
    }),
    'By section and name',
  ),
});

export const attention = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/attention',
  summary: 'Who was absent several due days in a row, and who is below the target over a range of days',
  request: { query: datesQuery },
  responses: answers(wireAttention, 'At most a hundred of each, worst first'),
});

export const attendanceRows = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/attendance-rows',
  summary: 'The rows behind a figure',
  request: {
    query: z.object({
      ...dateRange,
      section: z.string().max(PEOPLE_LIMITS.section).optional(),
      status: z.enum([...STATUS_GROUPS, ...DAY_STATUSES]).optional(),
      weekday: wholeNumber(1, 7).optional(),
      ...pageQuery,
      /** In place of the page. */
      cursor: cursorOf(z.tuple([wireDate, rowId])).optional(),
    }),
  },
  responses: answers(
    z.object({
      rows: z.array(wirePersonRecord),
      total: z.number(),
      page: z.number(),
      limit: z.number(),
      ...nextCursor,
    }),
    'Newest day first; the total stops at ten thousand',
  ),
});
