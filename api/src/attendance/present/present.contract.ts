import { createRoute } from '@hono/zod-openapi';
import { PRESENCE_SOURCES } from '@rollcall/core/attendance/today/present/present.ports';
import { PERSON_KINDS } from '@rollcall/core/people/people.types';
import { z } from 'zod';
import { allow, allowKiosk } from '../../http/access.ts';
import { answers, body, idParam, message, personCode } from '../../http/contract-parts.ts';

/** Where somebody was last seen. */
const seenFields = {
  /** As `HH:MM`. */
  time: z.string(),
  /** What shows it: a kiosk, the sheet of a class, their own device, or an entry by hand. */
  by: z.enum(PRESENCE_SOURCES),
  /** Of the kiosk, or the name of the class. */
  place: z.string().nullable(),
};

const personFields = {
  id: z.string(),
  name: z.string(),
  type: z.enum(PERSON_KINDS),
  class_section: z.string().nullable(),
};

export const wirePresentPerson = z.object({ ...personFields, ...seenFields });

export const wirePresent = z.object({
  date: z.string(),
  /** The time on the server, in the institution's zone. */
  time: z.string(),
  /** In, and not out. */
  present: z.array(wirePresentPerson),
  left: z.array(wirePresentPerson),
  /** People of today's list who were not seen. */
  not_seen: z.number(),
});

export const wireKioskPresent = z.object({
  institution: z.string(),
  date: z.string(),
  time: z.string(),
  present: z.array(wirePresentPerson),
});

const wireDrillFields = z.object({
  id: z.number(),
  date: z.string(),
  started_time: z.string(),
  started_by: z.string().nullable(),
  ended_time: z.string().nullable(),
  ended_by: z.string().nullable(),
});

export const wireDrillPerson = z.object({
  ...personFields,
  /** Null for whoever was ticked without having been seen before. */
  seen: z.object(seenFields).nullable(),
  /** In when the drill began; false for whoever came later. */
  was_in: z.boolean(),
  ticked_time: z.string().nullable(),
  ticked_by: z.string().nullable(),
});

export const wireDrill = wireDrillFields.extend({
  people: z.array(wireDrillPerson),
  /** Whether the caller may end it: who reaches the whole institution, and who started it. */
  may_end: z.boolean(),
});
export const wireDrillListing = wireDrillFields.extend({ people: z.number(), ticked: z.number() });

export const tickBody = z.object({
  user_id: personCode,
  /** False takes the tick back. */
  seen: z.boolean(),
});

const tags = ['Present now'];

export const readPresent = createRoute({
  ...allow('people.read'),
  tags,
  method: 'get',
  path: '/present',
  summary: 'Who is in and not out at this moment',
  responses: answers(wirePresent, 'By section and name, of everybody whom you reach'),
});

export const kioskPresent = createRoute({
  ...allowKiosk(),
  tags,
  method: 'get',
  path: '/kiosk/present',
  summary: 'Who is present, for a kiosk that keeps the list',
  responses: answers(wireKioskPresent, 'Everybody who is in, whomever the kiosk recognizes'),
});

export const currentDrill = createRoute({
  ...allow('people.read'),
  tags,
  method: 'get',
  path: '/drills/current',
  summary: 'The drill that is running',
  responses: answers(z.object({ drill: wireDrill.nullable() }), 'With the people whom you reach'),
});

export const listDrills = createRoute({
  ...allow('people.read'),
  tags,
  method: 'get',
  path: '/drills',
  summary: 'The latest drills',
  responses: answers(z.object({ drills: z.array(wireDrillListing) }), 'Newest first'),
});

export const readDrill = createRoute({
  ...allow('people.read'),
  tags,
  method: 'get',
  path: '/drills/{id}',
  summary: 'A drill with everybody who was ticked, and who was not',
  request: { params: idParam },
  responses: answers(wireDrill, 'With the people whom you reach'),
});

export const startDrill = createRoute({
  ...allow('drills.manage'),
  tags,
  method: 'post',
  path: '/drills',
  summary: 'Start a drill: the list of who is present is frozen',
  responses: answers(z.object({ message: z.string(), drill_id: z.number() }), 'Started'),
});

export const tickPerson = createRoute({
  ...allow('attendance.mark-today'),
  tags,
  method: 'post',
  path: '/drills/{id}/ticks',
  summary: 'Tick somebody as seen at the assembly point, or take that back',
  request: { params: idParam, body: body(tickBody) },
  responses: answers(message, 'Ticked; the same tick twice is one'),
});

export const endDrill = createRoute({
  ...allow('drills.manage'),
  tags,
  method: 'post',
  path: '/drills/{id}/end',
  summary: 'End a drill',
  request: { params: idParam },
  responses: answers(message, 'Ended'),
});
