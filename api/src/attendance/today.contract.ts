import { createRoute } from '@hono/zod-openapi';
import { NOTE_KINDS, TODAY_CHOICES, TODAY_STATES } from '@rollcall/core/attendance/today/today.ports';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { PERSON_KINDS } from '@rollcall/core/people/people.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import {
  answers,
  body,
  idParam,
  message,
  personCode,
  reasonText,
  wholeNumber,
  wireTime,
} from '../http/contract-parts.ts';

const wireDayNote = z.object({
  id: z.number(),
  kind: z.enum(NOTE_KINDS),
  text: z.string(),
  time: z.string(),
  by: z.string().nullable(),
});

export const wirePersonToday = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(PERSON_KINDS),
  class_section: z.string().nullable(),
  contact_phone: z.string().nullable(),
  /** The classes that the person has today. */
  classes: z.array(z.string()),
  state: z.enum(TODAY_STATES),
  /** When the person was first seen, as `HH:MM`. */
  time: z.string().nullable(),
  /** Why the person is excused. */
  excuse: z.string().nullable(),
  notes: z.array(wireDayNote),
});

const wireTodayArrival = z.object({ id: z.string(), name: z.string(), time: z.string(), late: z.boolean() });

export const wireToday = z.object({
  date: z.string(),
  /** The time on the server, in the institution's zone. */
  time: z.string(),
  /** False on a holiday or a day off: nobody is expected. */
  due: z.boolean(),
  starts_at: z.string(),
  on_time_until: z.string(),
  figures: z.object({
    /** Everybody whom you reach, expected or not. */
    people: z.number(),
    expected: z.number(),
    here: z.number(),
    late: z.number(),
    not_yet: z.number(),
    absent: z.number(),
    excused: z.number(),
    visits: z.number(),
    /** Registered today: expected from tomorrow on. */
    new_today: z.number(),
  }),
  /** Null before the first minute at which anybody is due, and on a day off. */
  rate: z.number().nullable(),
  /** Latest first. */
  arrivals: z.array(wireTodayArrival),
  people: z.array(wirePersonToday),
  /** People whom the filter finds, on all pages. */
  total: z.number(),
});

const PAGE_MAX = 1000;

export const todayQuery = z.object({
  /** `missing`: not here yet or absent. */
  state: z.enum(TODAY_CHOICES).optional(),
  section: z.string().max(PEOPLE_LIMITS.section).optional(),
  search: z.string().max(200).optional(),
  page: wholeNumber(1, 100_000).default(1),
  limit: wholeNumber(1, PAGE_MAX).default(300),
});

const MARKS = ['here', 'late', 'absent', 'excused'] as const;

export const markTodayBody = z
  .object({
    user_id: personCode,
    mark: z.enum(MARKS),
    /** When the person came; now without it. */
    time: wireTime.nullish(),
    reason: z.string().trim().max(500).nullish(),
  })
  .refine(({ mark, time }) => !time || mark === 'here' || mark === 'late', {
    message: 'Only a person who is here has a time.',
    path: ['time'],
  })
  .refine(({ mark, reason }) => mark !== 'excused' || Boolean(reason), {
    message: 'Please enter a reason.',
    path: ['reason'],
  });

export const dayNoteBody = z.object({ user_id: personCode, kind: z.enum(NOTE_KINDS), text: reasonText });

const tags = ['Today'];
const marked = z.object({
  message: z.string(),
  /** Takes the entry back for `undo_seconds`. */
  id: z.number(),
  undo_seconds: z.number(),
  person: wirePersonToday,
});

export const readToday = createRoute({
  ...allow('people.read'),
  tags,
  method: 'get',
  path: '/today',
  summary: 'Who is here today, who is late and who is not here yet',
  request: { query: todayQuery },
  responses: answers(
    wireToday,
    'Figures of everybody you reach, the latest arrivals, and a page of the list',
  ),
});

export const personToday = createRoute({
  ...allow('people.read'),
  tags,
  method: 'get',
  path: '/today/people/{id}',
  summary: 'One person as the list of today shows them',
  request: { params: z.object({ id: personCode }) },
  responses: answers(z.object({ time: z.string(), person: wirePersonToday }), 'And the time on the server'),
});

export const markToday = createRoute({
  ...allow('attendance.mark-today'),
  tags,
  method: 'post',
  path: '/today/marks',
  summary: 'Mark somebody here, late, absent or excused today',
  request: { body: body(markTodayBody) },
  responses: answers(marked, 'Marked; the same tap twice is one entry'),
});

export const undoMark = createRoute({
  ...allow('attendance.mark-today'),
  tags,
  method: 'delete',
  path: '/today/marks/{id}',
  summary: 'Take back a mark that you made within the last minute',
  request: { params: idParam },
  responses: answers(z.object({ message: z.string(), person: wirePersonToday }), 'As it was before'),
});

export const addDayNote = createRoute({
  ...allow('attendance.mark-today'),
  tags,
  method: 'post',
  path: '/today/notes',
  summary: "Note something on somebody's day, or what came of a call",
  request: { body: body(dayNoteBody) },
  responses: answers(marked, 'Noted'),
});

export const undoDayNote = createRoute({
  ...allow('attendance.mark-today'),
  tags,
  method: 'delete',
  path: '/today/notes/{id}',
  summary: 'Take back a note that you made within the last minute',
  request: { params: idParam },
  responses: answers(message, 'Removed'),
});
