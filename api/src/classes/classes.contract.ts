import { createRoute } from '@hono/zod-openapi';
import { CLASS_LIMITS } from '@rollcall/core/classes/classes.rules';
import { PROGRAMS, SEMESTERS } from '@rollcall/core/settings/settings.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, idParam, message } from '../http/route-parts.ts';
import { wireTime } from '../http/wire-time.ts';
import { wireClass, wireRosterEntry } from './classes.presenter.ts';

/** Program, semester, section and subject default to the class configuration. */
export const classBody = z.object({
  name: z.string().trim().min(1, 'Please enter a name.').max(CLASS_LIMITS.name),
  program: z.enum(PROGRAMS).optional(),
  semester: z.enum(SEMESTERS).optional(),
  section: z.string().trim().max(CLASS_LIMITS.section).optional(),
  subject: z.string().trim().max(CLASS_LIMITS.subject).optional(),
  startTime: wireTime,
  endTime: wireTime,
  weekdays: z
    .array(z.number().int().min(1).max(7))
    .min(1, 'Choose at least one day.')
    .max(7)
    .default([1, 2, 3, 4, 5]),
});

export const rosterBody = z.object({ user_ids: z.array(z.string().min(1).max(60)).max(CLASS_LIMITS.roster) });

const admin = allow('classes.manage');
const tags = ['Classes'];
const one = z.object({ message: z.string(), class: wireClass });

export const activeClasses = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/active-classes',
  summary: "Today's classes with status and attendance",
  responses: answers(z.object({ classes: z.array(wireClass) }), 'In the order of the day'),
});

export const listClasses = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/classes',
  summary: 'All classes',
  responses: answers(z.object({ classes: z.array(wireClass) }), 'Whether they meet today or not'),
});

export const createClass = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/classes',
  summary: 'Add a class',
  request: { body: body(classBody) },
  responses: answers(one, 'Added, with an empty roster'),
});

export const updateClass = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/admin/classes/{id}',
  summary: 'Change a class',
  request: { params: idParam, body: body(classBody) },
  responses: answers(one, 'Changed'),
});

export const deleteClass = createRoute({
  ...admin,
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
  ...admin,
  tags,
  method: 'get',
  path: '/admin/classes/{id}/roster',
  summary: 'Who belongs to a class',
  request: { params: idParam },
  responses: rosterAnswer,
});

export const setRoster = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/admin/classes/{id}/roster',
  summary: 'Say who belongs to a class',
  request: { params: idParam, body: body(rosterBody) },
  responses: rosterAnswer,
});
