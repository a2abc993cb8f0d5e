import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import {
  answers,
  body,
  dateRange,
  idParam,
  isInOrder,
  message,
  messageWithId,
  outOfOrder,
  personCode,
  reasonText,
  weekdayList,
  wireDate,
} from '../http/contract-parts.ts';

export const wireHoliday = z.object({ date: z.string(), name: z.string() });

export const holidayBody = z.object({
  date: wireDate,
  name: z.string().trim().min(1, 'Please enter a name.').max(200),
});
export const icsBody = z.object({ ics: z.string().min(1).max(900_000) });
export const workingDaysBody = z.object({
  working_days: weekdayList.transform((days) => [...new Set(days)].sort()),
});

export const leaveBody = z
  .object({
    user_id: personCode,
    ...dateRange,
    reason: reasonText,
  })
  .refine(isInOrder, outOfOrder);

export const wireLeave = z.object({
  id: z.number(),
  user_id: z.string(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  reason: z.string(),
});

const range = z.object(dateRange);
const admin = allow('calendar.manage');
const tags = ['Calendar'];

export const listHolidays = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/holidays',
  summary: 'Holidays and closures in a range, and the working days of the week',
  request: { query: range },
  responses: answers(
    z.object({ holidays: z.array(wireHoliday), working_days: z.array(z.number()) }),
    'In order of date',
  ),
});

export const saveHoliday = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/holidays',
  summary: 'Add or rename a holiday',
  request: { body: body(holidayBody) },
  responses: answers(message, 'Saved; nobody is missed on that day'),
});

export const importHolidays = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/holidays/import',
  summary: 'Add the whole-day events of an iCalendar file',
  request: { body: body(icsBody) },
  responses: answers(
    z.object({ message: z.string(), added: z.number(), skipped: z.number() }),
    'How many were added, and how many could not be read',
  ),
});

export const deleteHoliday = createRoute({
  ...admin,
  tags,
  method: 'delete',
  path: '/admin/holidays/{date}',
  summary: 'Remove a holiday',
  request: { params: z.object({ date: wireDate }) },
  responses: answers(message, 'Removed'),
});

export const saveWorkingDays = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/admin/working-days',
  summary: 'Say on which weekdays people are due',
  request: { body: body(workingDaysBody) },
  responses: answers(message, 'Saved; days that lie behind keep their verdicts'),
});

export const listLeaves = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/leaves',
  summary: 'Leave that touches a range',
  request: { query: range },
  responses: answers(z.object({ leaves: z.array(wireLeave) }), 'Latest first'),
});

export const addLeave = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/leaves',
  summary: 'Excuse a person for some days',
  request: { body: body(leaveBody) },
  responses: answers(messageWithId, 'Past days change at once'),
});

export const deleteLeave = createRoute({
  ...admin,
  tags,
  method: 'delete',
  path: '/admin/leaves/{id}',
  summary: 'Take leave back',
  request: { params: idParam },
  responses: answers(message, 'Removed; the days are judged again'),
});
