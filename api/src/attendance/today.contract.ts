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
  wireDate,
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
  /** The entry made by hand that counts today, which can be removed. */
  mark: z.number().nullable(),
  notes: z.array(wireDayNote),
});

const wireTodayArrival = z.object({ id: z.string(), name: z.string(), time: z.string(), late: z.boolean() });

const wireTodayFigures = z.object({
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
});

export const wireToday = z.object({
  date: z.string(),
  /** The time on the server, in the institution's zone. */
  time: z.string(),
  /** False on a holiday or a day off: nobody is expected. */
  due: z.boolean(),
  starts_at: z.string(),
  on_time_until: z.string(),
  figures: wireTodayFigures,
  /** Of the section asked for; of everybody without one. */
  section_figures: wireTodayFigures,
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
    /** The last day of an excuse; today without it. More than one day is a leave. */
    until: wireDate.nullish(),
  })
  .refine(({ mark, until }) => !until || mark === 'excused', {
    message: 'Only an excuse has an end date.',
    path: ['until'],
  })
  .refine(({ mark, time }) => !time || mark === 'here' || mark === 'late', {
    message: 'Only a person who is here has a time.',
    path: ['time'],
  })
  .refine(({ mark, reason }) => mark !== 'excused' || Boolean(reason), {
    message: 'Please enter a reason.',
    path: ['reason'],
  });

export const dayNoteBody = z.object({
  user_id: personCode,
  kind: z.enum(NOTE_KINDS),
  text: reasonText,
  /** Also excuses the person for today, for this reason. */
  excuse: reasonText.nullish(),
});

const tags = ['Today'];
const marked = z.object({
  message: z.string(),
  /** Takes the entry back for `undo_seconds`. Null if nothing was entered: the person is here already. */
  id: z.number().nullable(),
  undo_seconds: z.number(),
  person: wirePersonToday,
  /** The leave that excuses the person for more than one day. */
  leave_id: z.number().nullable(),
});

const noted = marked.omit({ leave_id: true }).extend({
  id: z.number(),
  /** The excuse that was entered with the note. */
  mark_id: z.number().nullable(),
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
  responses: answers(marked, 'Marked; the same tap twice is one entry, and the first arrival stays'),
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

export const removeMark = createRoute({
  ...allow('attendance.mark-today'),
  tags,
  method: 'post',
  path: '/today/marks/{id}/removal',
  summary: 'Remove a mark of today that somebody made by hand',
  request: { params: idParam },
  responses: answers(z.object({ message: z.string(), person: wirePersonToday }), 'As it is without the mark'),
});

export const addDayNote = createRoute({
  ...allow('attendance.mark-today'),
  tags,
  method: 'post',
  path: '/today/notes',
  summary: "Note something on somebody's day, or what came of a call",
  request: { body: body(dayNoteBody) },
  responses: answers(noted, 'Noted'),
});

export const undoDayNote = createRoute({
  ...allow('attendance.mark-today'),
  tags,
  method: 'delete',
  path: '/today/notes/{id}',
  summary: 'Take back a note that you made within the last minute',
  request: {
    params: idParam,
    /** The excuse that was entered with the note. */
    query: z.object({ mark: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional() }),
  },
  responses: answers(message, 'Removed'),
});
