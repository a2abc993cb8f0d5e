import { createRoute } from '@hono/zod-openapi';
import { LONGEST_LEAVE_DAYS } from '@rollcall/core/attendance/calendar.rules';
import { daysBetween } from '@rollcall/core/kernel/local-date';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import {
  answers,
  body,
  dateRange,
  idParam,
  isInOrder,
  message,
  outOfOrder,
  personCode,
  reasonText,
  rowId,
  weekdayList,
  wireDate,
  yesNo,
} from '../http/contract-parts.ts';
import { cursorOf, nextCursor } from '../http/formats/cursor.ts';

export const wireHoliday = z.object({ date: z.string(), name: z.string() });

const HOLIDAY_DAYS_MAX = 120;
export const holidayBody = z
  .object({
    date: wireDate,
    /** The last day; the same day if it is left out. */
    to: wireDate.optional(),
    name: z.string().trim().min(1, 'Please enter a name.').max(200),
  })
  .refine(({ date, to }) => to === undefined || to >= date, {
    path: ['to'],
    error: 'The end date must not be before the start date.',
  })
  .refine(({ date, to }) => to === undefined || daysBetween(date, to) < HOLIDAY_DAYS_MAX, {
    path: ['to'],
    error: `Enter at most ${HOLIDAY_DAYS_MAX} days at once.`,
  });
export const icsBody = z.object({
  ics: z.string().min(1).max(4_000_000, 'The calendar file is larger than 4 MB.'),
});
export const workingDaysBody = z.object({
  working_days: weekdayList.transform((days) => [...new Set(days)].sort()),
  /** The day from which they hold; today if it is left out. */
  from: wireDate.optional(),
});

export const leaveBody = z
  .object({
    user_id: personCode,
    ...dateRange,
    reason: reasonText,
  })
  .refine(isInOrder, outOfOrder)
  .refine(({ from, to }) => daysBetween(from, to) <= LONGEST_LEAVE_DAYS, {
    message: `Leave can last up to ${LONGEST_LEAVE_DAYS} days.`,
    path: ['to'],
  });

/** What a call changes about days that are recorded already. */
export const wireChanges = z.object({
  days: z.number(),
  people: z.number(),
  /** Absences, and days left unmarked, that are taken back. */
  absences_removed: z.number(),
  absences_added: z.number(),
  excused_removed: z.number(),
  excused_added: z.number(),
  /** Visits that become visits on a day off, which are in no rate. */
  visits_off: z.number(),
  /** Visits on a day off that count again. */
  visits_due: z.number(),
  /** Days with another arrival status or reason. */
  others: z.number(),
});
const messageWithChanges = message.extend({ changes: wireChanges });

/** With `preview=true` nothing is saved: the answer says what would change. */
const previewQuery = z.object({ preview: yesNo.optional() });

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
const leaves = allow('leaves.manage');
const tags = ['Calendar'];
const dayParam = z.object({ date: wireDate });

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
  summary: 'Add or rename a holiday, or several days in a row',
  request: { query: previewQuery, body: body(holidayBody) },
  responses: answers(messageWithChanges, 'Saved; nobody is missed on that day, also if it was closed before'),
});

export const importHolidays = createRoute({
  ...allow('calendar.manage', { body: 'calendar' }),
  tags,
  method: 'post',
  path: '/admin/holidays/import',
  summary: 'Add the whole-day events of an iCalendar file',
  request: { query: previewQuery, body: body(icsBody) },
  responses: answers(
    messageWithChanges.extend({ added: z.number(), skipped: z.number() }),
    'How many were added, and how many could not be read',
  ),
});

export const deleteHoliday = createRoute({
  ...admin,
  tags,
  method: 'delete',
  path: '/admin/holidays/{date}',
  summary: 'Remove a holiday',
  request: { params: z.object({ date: wireDate }), query: previewQuery },
  responses: answers(messageWithChanges, 'Removed; whoever was not seen on that day is absent'),
});

export const saveWorkingDays = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/admin/working-days',
  summary: 'Say on which weekdays people are due, from today or an earlier day on',
  request: { query: previewQuery, body: body(workingDaysBody) },
  responses: answers(messageWithChanges, 'Saved; days before that keep their verdicts'),
});

export const listLeaves = createRoute({
  ...leaves,
  tags,
  method: 'get',
  path: '/admin/leaves',
  summary: 'Leave that touches a range',
  request: { query: z.object({ ...dateRange, cursor: cursorOf(z.tuple([wireDate, rowId])).optional() }) },
  responses: answers(z.object({ leaves: z.array(wireLeave), ...nextCursor }), '200 at a time, latest first'),
});

export const addLeave = createRoute({
  ...leaves,
  tags,
  method: 'post',
  path: '/admin/leaves',
  summary: 'Excuse a person for some days',
  request: { query: previewQuery, body: body(leaveBody) },
  responses: answers(messageWithChanges.extend({ id: z.number() }), 'Past days change at once'),
});

export const deleteLeave = createRoute({
  ...leaves,
  tags,
  method: 'delete',
  path: '/admin/leaves/{id}',
  summary: 'Take leave back',
  request: { params: idParam },
  responses: answers(message, 'Removed; the days are judged again'),
});

export const repairBody = z
  .object({
    ...dateRange,
    section: z.string().min(1).max(PEOPLE_LIMITS.section).optional(),
    class_id: rowId.optional(),
  })
  .refine(isInOrder, outOfOrder)
  .refine(({ section, class_id }) => section === undefined || class_id === undefined, {
    message: 'Choose a section or a class.',
    path: ['section'],
  });

export const repairDays = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/days/repair',
  summary: 'Derive recorded days again from their facts: of everybody, a section or a class',
  request: { query: previewQuery, body: body(repairBody) },
  responses: answers(messageWithChanges, 'What changed, or would change'),
});

export const listReopenedDays = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/days/reopened',
  summary: 'Days that were closed and reopened; they stay open until they are closed again',
  responses: answers(z.object({ days: z.array(z.string()) }), 'Latest first'),
});

export const reopenDay = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/days/{date}/reopen',
  summary: 'Take back the verdicts that closing a day gave',
  request: { params: dayParam, query: previewQuery },
  responses: answers(messageWithChanges, 'The day stays open until it is closed again'),
});

export const closeDay = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/days/{date}/close',
  summary: 'Close a reopened day again',
  request: { params: dayParam, query: previewQuery },
  responses: answers(messageWithChanges, 'Whoever is due and was not seen has a verdict'),
});
