import { createRoute } from '@hono/zod-openapi';
import { CLASS_LIMITS } from '@rollcall/core/classes/classes.rules';
import { MARK_MEANS, MARK_STATUSES } from '@rollcall/core/classes/classes.types';
import { PROGRAMS, SEMESTERS } from '@rollcall/core/settings/settings.types';
import { z } from 'zod';
import { rangeQuery } from '../analytics/analytics.contract.ts';
import { wireBox } from '../faces/faces.contract.ts';
import { allow } from '../http/access.ts';
import {
  answers,
  body,
  idParam,
  imageText,
  message,
  personCode,
  rowId,
  weekdayList,
  wireTime,
} from '../http/contract-parts.ts';

export const wireClass = z.object({
  id: z.number(),
  name: z.string(),
  program: z.enum(PROGRAMS),
  semester: z.enum(SEMESTERS),
  section: z.string(),
  subject: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  weekdays: z.array(z.number()),
  status: z.enum(['upcoming', 'active', 'completed']),
  students: z.number(),
  present_today: z.number(),
  attendance_rate: z.number(),
  present: z.number(),
  total: z.number(),
  rate: z.number(),
});

export const wireRosterEntry = z.object({
  user_id: z.string(),
  name: z.string(),
  type: z.string(),
  class_section: z.string().nullable(),
  has_face_data: z.boolean(),
  status: z.enum(['present', 'absent', 'excused', 'unknown']),
  punctuality: z.string().nullable(),
  time: z.string().nullable(),
});

/** Program, semester, section and subject default to the class configuration. */
export const classBody = z.object({
  name: z.string().trim().min(1, 'Please enter a name.').max(CLASS_LIMITS.name),
  program: z.enum(PROGRAMS).optional(),
  semester: z.enum(SEMESTERS).optional(),
  section: z.string().trim().max(CLASS_LIMITS.section).optional(),
  subject: z.string().trim().max(CLASS_LIMITS.subject).optional(),
  startTime: wireTime,
  endTime: wireTime,
  weekdays: weekdayList.default([1, 2, 3, 4, 5]),
});

export const rosterBody = z.object({ user_ids: z.array(personCode).max(CLASS_LIMITS.roster) });

const managers = allow('classes.manage');
const readers = allow('classes.read');
const takers = allow('classes.take');
const tags = ['Classes'];
const classAnswer = z.object({ message: z.string(), class: wireClass });

export const activeClasses = createRoute({
  ...readers,
  tags,
  method: 'get',
  path: '/admin/active-classes',
  summary: "Today's classes with status and attendance",
  responses: answers(z.object({ classes: z.array(wireClass) }), 'In the order of the day'),
});

export const listClasses = createRoute({
  ...readers,
  tags,
  method: 'get',
  path: '/admin/classes',
  summary: 'All classes: of a teacher their own, of an office those with people of its sections',
  responses: answers(z.object({ classes: z.array(wireClass) }), 'Whether they meet today or not'),
});

export const createClass = createRoute({
  ...managers,
  tags,
  method: 'post',
  path: '/admin/classes',
  summary: 'Add a class',
  request: { body: body(classBody) },
  responses: answers(classAnswer, 'Added, with an empty roster'),
});

export const updateClass = createRoute({
  ...managers,
  tags,
  method: 'put',
  path: '/admin/classes/{id}',
  summary: 'Change a class',
  request: { params: idParam, body: body(classBody) },
  responses: answers(classAnswer, 'Changed'),
});

export const deleteClass = createRoute({
  ...managers,
  tags,
  method: 'delete',
  path: '/admin/classes/{id}',
  summary: 'Delete a class; the attendance of its people stays',
  request: { params: idParam },
  responses: answers(message, 'Deleted'),
});

const rosterAnswer = answers(
  z.object({ roster: z.array(wireRosterEntry) }),
  'By name, with the state of today',
);

export const getRoster = createRoute({
  ...readers,
  tags,
  method: 'get',
  path: '/admin/classes/{id}/roster',
  summary: 'Who belongs to a class',
  request: { params: idParam },
  responses: rosterAnswer,
});

export const setRoster = createRoute({
  ...managers,
  tags,
  method: 'put',
  path: '/admin/classes/{id}/roster',
  summary: 'Say who belongs to a class',
  request: { params: idParam, body: body(rosterBody) },
  responses: rosterAnswer,
});

export const wireSheetEntry = wireRosterEntry.extend({
  /** The saved status; null while the sheet has none for this person. */
  mark: z.object({ status: z.enum(MARK_STATUSES), means: z.enum(MARK_MEANS) }).nullable(),
  /** Why the person is excused for the day, where somebody said so. */
  excuse: z.string().nullable(),
  /** The suggested status: from today's class photos, or the person's own check-in or leave. */
  /** The entry of the account that asks, which it may not mark. */
  is_own: z.boolean(),
  proposal: z
    .object({ status: z.enum(MARK_STATUSES), means: z.enum(MARK_MEANS), time: z.string().nullable() })
    .nullable(),
});

const wirePerson = z.object({ user_id: z.string(), name: z.string() });

export const wireClassPhotoFace = z.object({
  box: wireBox,
  outcome: z.enum(['named', 'unsure', 'unknown', 'unusable']),
  person: wirePerson.nullable(),
  /** The two people that an `unsure` face could be. */
  candidates: z.array(wirePerson),
  reason: z.string().nullable(),
  message: z.string().nullable(),
});

export const wireClassPhoto = z.object({
  width: z.number(),
  height: z.number(),
  faces: z.array(wireClassPhotoFace),
  /** The status suggested for people seen in this photo. */
  seen_as: z.enum(MARK_STATUSES),
  not_compared: z.array(wirePerson.extend({ reason: z.enum(['no_face', 'no_consent']) })),
});

const classSheet = {
  class: wireClass,
  /** Sent back with a change, so that a change to an older state is refused. */
  revision: z.number(),
  roster: z.array(wireSheetEntry),
};

const tally = {
  meetings: z.number(),
  present: z.number(),
  late: z.number(),
  absent: z.number(),
  excused: z.number(),
  /** Present and late per mark that was due, in percent; null without due marks. */
  rate: z.number().nullable(),
};

export const wireClassRates = z.object({
  classes: z.array(
    z.object({
      class_id: z.number().nullable(),
      name: z.string(),
      subject: z.string(),
      section: z.string().nullable(),
      ...tally,
    }),
  ),
  subjects: z.array(z.object({ subject: z.string(), ...tally })),
});

export const classRates = createRoute({
  ...allow('reports.print'),
  tags,
  method: 'get',
  path: '/admin/class-rates',
  summary: 'Attendance per class and subject, from the marks of their sheets',
  request: { query: rangeQuery },
  responses: answers(wireClassRates, 'By name; a class that was deleted has no id'),
});

export const ownClassRates = createRoute({
  ...allow('attendance.read-own'),
  tags,
  method: 'get',
  path: '/user/class-rates',
  summary: 'Your own attendance per class and subject',
  request: { query: rangeQuery },
  responses: answers(wireClassRates, 'By name; a class that was deleted has no id'),
});

export const startBody = z.object({ class_id: rowId });

export const identifyBody = z.object({ image: imageText });

/** Ids are the same in upper and lower case. */
const namesEachOnce = (marks: readonly { user_id: string }[]) =>
  new Set(marks.map(({ user_id }) => user_id.toLowerCase())).size === marks.length;

export const saveBody = z.object({
  revision: z.number().int().min(0),
  marks: z
    .array(z.object({ user_id: personCode, status: z.enum(MARK_STATUSES) }))
    .max(CLASS_LIMITS.roster)
    .refine(namesEachOnce, 'The same person is in the list twice.'),
});

export const startAttendance = createRoute({
  ...takers,
  tags,
  method: 'post',
  path: '/attendance/start',
  summary: "Open today's attendance session of a class; opening it again answers the same one",
  request: { body: body(startBody) },
  responses: answers(
    z.object({ session_id: z.string(), ...classSheet }),
    'The session, its class, and what is known of everyone expected',
  ),
});

export const getAttendance = createRoute({
  ...readers,
  tags,
  method: 'get',
  path: '/admin/classes/{id}/attendance',
  summary: "Today's sheet of a class, without opening its attendance session",
  request: { params: idParam },
  responses: answers(z.object(classSheet), 'The class, and what is known of everyone expected'),
});

export const identifyClass = createRoute({
  ...allow('classes.take', { body: 'image', rate: 'faces' }),
  tags,
  method: 'post',
  path: '/admin/classes/{id}/identify',
  summary: 'Say who of a class is in a picture, without keeping the picture',
  request: { params: idParam, body: body(identifyBody) },
  responses: answers(wireClassPhoto, 'Every face found, largest first'),
});

export const saveAttendance = createRoute({
  ...takers,
  tags,
  method: 'put',
  path: '/admin/classes/{id}/attendance',
  summary: "Save today's sheet of a class; saving the same again changes nothing",
  request: { params: idParam, body: body(saveBody) },
  responses: answers(
    z.object({ message: z.string(), changed: z.number(), ...classSheet }),
    'The sheet as it is now',
  ),
});
