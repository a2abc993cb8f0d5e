import { createRoute } from '@hono/zod-openapi';
import { DAY_STATUSES } from '@rollcall/core/attendance/attendance.types';
import { z } from 'zod';
import { wirePersonRecord } from '../attendance/attendance.presenter.ts';
import { allow } from '../http/access.ts';
import { answers } from '../http/route-parts.ts';
import { wireDate } from '../http/wire-time.ts';
import { datesQuery } from './analytics.contract.ts';

const who = { user_id: z.string(), name: z.string(), type: z.string(), class_section: z.string().nullable() };
const admin = allow('analytics.read');
const tags = ['Analytics'];

export const absentees = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/absentees',
  summary: 'Who is due today, or was due on another day, and has not been seen',
  request: { query: z.object({ date: wireDate.optional() }) },
  responses: answers(
    z.object({
      date: z.string(),
      /** False on a day off: nobody is missed. */
      due: z.boolean(),
      absentees: z.array(z.object(who)),
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
  responses: answers(
    z.object({
      target: z.number(),
      from: z.string(),
      to: z.string(),
      in_a_row: z.array(z.object({ ...who, days: z.number(), last_seen: z.string().nullable() })),
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
    }),
    'At most a hundred of each, worst first',
  ),
});

export const attendanceRows = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/attendance-rows',
  summary: 'The rows behind a figure',
  request: {
    query: z.object({
      from: wireDate,
      to: wireDate,
      section: z.string().max(40).optional(),
      status: z.enum(['present', ...DAY_STATUSES]).optional(),
      weekday: z.coerce.number().int().min(1).max(7).optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
  },
  responses: answers(
    z.object({ rows: z.array(wirePersonRecord), total: z.number(), page: z.number(), limit: z.number() }),
    'Newest day first; the total stops at ten thousand',
  ),
});
