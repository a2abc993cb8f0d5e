import { createRoute } from '@hono/zod-openapi';
import { MARK_STATUSES } from '@rollcall/core/classes/class-marks.types';
import { CLASS_LIMITS } from '@rollcall/core/classes/classes.rules';
import { z } from 'zod';
import { wireClass } from '../classes/classes.presenter.ts';
import { allow } from '../http/access.ts';
import { answers, body, idParam, rowId } from '../http/route-parts.ts';
import { wireGroupPicture, wireSheetEntry } from './class-attendance.presenter.ts';

const sheet = {
  class: wireClass,
  /** Send it back with a change: it says which state the change was made on. */
  revision: z.number(),
  roster: z.array(wireSheetEntry),
};

export const startBody = z.object({ class_id: rowId });

export const identifyBody = z.object({
  /** Base64, bare or as a data URL. */
  image: z.string('Please send an image.').min(1, 'Please send an image.'),
});

export const saveBody = z.object({
  revision: z.number().int().min(0),
  marks: z
    .array(z.object({ user_id: z.string().min(1).max(60), status: z.enum(MARK_STATUSES) }))
    .max(CLASS_LIMITS.roster),
});

const admin = allow('classes.manage');
const tags = ['Classes'];

export const startAttendance = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/attendance/start',
  summary: "Open today's attendance session of a class; opening it again answers the same one",
  request: { body: body(startBody) },
  responses: answers(
    z.object({ session_id: z.string(), ...sheet }),
    'The session, its class, and what is known of everyone expected',
  ),
});

export const identifyClass = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/classes/{id}/identify',
  summary: 'Say who of a class is in a picture, without keeping the picture',
  request: { params: idParam, body: body(identifyBody) },
  responses: answers(wireGroupPicture, 'Every face found, largest first'),
});

export const saveAttendance = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/admin/classes/{id}/attendance',
  summary: "Save today's sheet of a class; saving the same again changes nothing",
  request: { params: idParam, body: body(saveBody) },
  responses: answers(
    z.object({ message: z.string(), changed: z.number(), ...sheet }),
    'The sheet as it is now',
  ),
});
