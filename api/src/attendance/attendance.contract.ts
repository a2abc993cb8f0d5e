import { createRoute } from '@hono/zod-openapi';
import {
  CORRECTION_STATES,
  CORRECTION_WANTED,
  DAY_SOURCES,
  DAY_STATUSES,
} from '@rollcall/core/attendance/attendance.types';
import { EVIDENCE } from '@rollcall/core/attendance/evidence/evidence.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import {
  answers,
  body,
  codeParam,
  idParam,
  message,
  messageWithId,
  optionalBody,
  personCode,
  reasonText,
  rowId,
  wholeNumber,
  wireDate,
  wireTime,
} from '../http/contract-parts.ts';
import { cursorOf, nextCursor } from '../http/formats/cursor.ts';

export const wireRecord = z.object({
  date: z.string(),
  time: z.string().nullable(),
  check_out: z.string().nullable(),
  status: z.enum(['present', 'absent', 'unmarked', 'excused', 'holiday', 'not_due']),
  punctuality: z.string().nullable(),
  reason: z.string(),
  /** The facts behind `reason`, for clients in another language. */
  basis: z.object({
    status: z.enum(DAY_STATUSES),
    source: z.enum(DAY_SOURCES),
    overrode: z.enum(DAY_STATUSES).nullable(),
    /** True for somebody who came on a holiday or a day off: in no rate, streak or average. */
    dayOff: z.boolean(),
    /** Why the person is excused, where somebody said so. */
    excuse: z.string().nullable(),
    /** What the picture of a check-in by face shows about the place; null where that was not recorded. */
    evidence: z.enum(EVIDENCE).nullable(),
    startTime: z.string(),
    gracePeriod: z.number(),
    cutoffTime: z.string(),
    autoAbsent: z.number(),
  }),
});

export const wirePersonRecord = wireRecord.extend({
  user_id: z.string(),
  user_name: z.string(),
  user_type: z.string(),
});

/** A row of today's attendance, with the field names of the specification. */
export const wireArrival = z.object({
  Name: z.string(),
  Roll: z.string(),
  Time: z.string(),
  Type: z.string(),
});

export const wireHistoryEntry = z.object({
  user_id: z.string(),
  name: z.string(),
  time: z.string(),
  type: z.string(),
});

/** The most rows that one history answer holds. */
const HISTORY_MAX = 20_000;

const tags = ['Attendance'];

export const attendanceToday = createRoute({
  ...allow('attendance.today'),
  tags,
  method: 'get',
  path: '/attendance',
  summary: "Today's rows of the people whom you reach, and your own",
  responses: answers(z.object({ date: z.string(), attendance: z.array(wireArrival) }), 'In order of arrival'),
});

export const markBody = z.object({ scan_id: z.uuid().optional() });

export const markAttendance = createRoute({
  ...allow('attendance.mark-own'),
  tags,
  method: 'post',
  path: '/user/mark-attendance',
  summary: 'Mark yourself present with a face scan this server has accepted',
  request: { body: optionalBody(markBody) },
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
      limit: wholeNumber(1, HISTORY_MAX).default(HISTORY_MAX),
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

const correction = {
  wanted: z.enum(CORRECTION_WANTED),
  time: wireTime.nullish(),
  reason: reasonText,
};
const timeFits = ({ wanted, time }: { wanted: string; time?: string | null | undefined }) =>
  (wanted === 'present' || wanted === 'late') === Boolean(time);
const timeMissing = { message: 'Enter a time for “present”, and for nothing else.', path: ['time'] };

export const askBody = z.object({ date: wireDate, ...correction }).refine(timeFits, timeMissing);
/** Somebody asks for a person whom they reach. */
export const askForBody = z
  .object({ user_id: personCode, date: wireDate, ...correction })
  .refine(timeFits, timeMissing);
export const correctBody = z.object(correction).refine(timeFits, timeMissing);
export const decisionBody = z.object({ accept: z.boolean(), note: z.string().trim().max(500).nullish() });

export const wireCorrection = z.object({
  id: z.number(),
  user_id: z.string(),
  name: z.string(),
  date: z.string(),
  wanted: z.enum(CORRECTION_WANTED),
  time: z.string().nullable(),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  state: z.enum(CORRECTION_STATES),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  note: z.string().nullable(),
  /** The day before the correction. */
  before: z
    .object({ status: z.string(), verdict: z.enum(DAY_STATUSES), time: z.string().nullable() })
    .nullable(),
});

const correctionTags = ['Corrections'];
const correctionCursor = { cursor: cursorOf(z.tuple([rowId])).optional() };
const corrections = z.object({ corrections: z.array(wireCorrection), ...nextCursor });

export const myCorrections = createRoute({
  ...allow('attendance.read-own'),
  tags: correctionTags,
  method: 'get',
  path: '/user/corrections',
  summary: 'What you have asked to be corrected, and what came of it',
  request: { query: z.object(correctionCursor) },
  responses: answers(corrections, '200 at a time, newest first'),
});

export const askCorrection = createRoute({
  ...allow('corrections.ask', { rate: 'corrections' }),
  tags: correctionTags,
  method: 'post',
  path: '/user/corrections',
  summary: 'Ask for one of your days to be corrected',
  request: { body: body(askBody) },
  responses: answers(messageWithId, 'An administrator decides'),
});

export const listCorrections = createRoute({
  ...allow('corrections.manage'),
  tags: correctionTags,
  method: 'get',
  path: '/admin/corrections',
  summary: 'Requests for correction, and corrections made directly',
  request: {
    query: z.object({
      state: z.enum(CORRECTION_STATES).optional(),
      page: wholeNumber(1, 100_000).default(1),
      /** In place of the page. */
      ...correctionCursor,
    }),
  },
  responses: answers(corrections, '200 at a time, newest first; with state=pending the oldest first'),
});

export const askCorrectionFor = createRoute({
  ...allow('corrections.ask-for', { rate: 'corrections' }),
  tags: correctionTags,
  method: 'post',
  path: '/admin/corrections',
  summary: 'Ask for a day of somebody else to be corrected: a teacher for the people of their classes',
  request: { body: body(askForBody) },
  responses: answers(messageWithId, 'An office or an administrator decides'),
});

export const decideCorrection = createRoute({
  ...allow('corrections.manage'),
  tags: correctionTags,
  method: 'post',
  path: '/admin/corrections/{id}/decision',
  summary: 'Accept or decline a request',
  request: { params: idParam, body: body(decisionBody) },
  responses: answers(message, 'Decided; the verdict before stays readable'),
});

export const correctDay = createRoute({
  ...allow('corrections.manage'),
  tags: correctionTags,
  method: 'put',
  path: '/admin/users/{id}/attendance/{date}',
  summary: 'Correct one day of a person, with a reason',
  request: {
    params: codeParam.extend({ date: wireDate }),
    body: body(correctBody),
  },
  responses: answers(
    z.object({ message: z.string(), attendance: wireRecord.nullable() }),
    'The day afterwards',
  ),
});
