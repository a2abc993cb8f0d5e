import { createRoute } from '@hono/zod-openapi';
import { INSTITUTION_LIMITS } from '@rollcall/core/settings/institution.rules';
import { INSTITUTION_KINDS } from '@rollcall/core/settings/settings.types';
import { z } from 'zod';
import { allow, allowAnyone } from '../http/access.ts';
import { answers, body, fileAnswer, message, wireDate } from '../http/contract-parts.ts';
import { emailAddress } from '../people/people.contract.ts';

/** What every page shows of the institution. `logo` is a path under /api that changes with the logo. */
export const wireInstitution = z.object({
  name: z.string(),
  /** Decides the words of the pages. */
  kind: z.enum(INSTITUTION_KINDS),
  logo: z.string().nullable(),
  colour: z.string().nullable(),
  /** Where people ask for help; null hides the contact. */
  support_email: z.string().nullable(),
});

const institutionAnswer = wireInstitution.extend({
  /** The zone that holds today. */
  time_zone: z.string(),
  /** Every zone with its first day, oldest first; the first zone has none. */
  zones: z.array(z.object({ from_day: z.string().nullable(), time_zone: z.string() })),
  /** Attendance is recorded until the day before; null where there is none. */
  first_day_for_zone: z.string().nullable(),
  /** Rollcall's own zone data, which decide every time. */
  zone_data: z.object({
    version: z.string(),
    /** When the data of the server's system would give other times, within 400 days; null where they agree. */
    system_differs: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
});

export const institutionBody = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter the name of your institution.')
    .max(INSTITUTION_LIMITS.name)
    .optional(),
  kind: z.enum(INSTITUTION_KINDS, 'Choose school, university or workplace.').optional(),
  colour: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a color like #0f766e.')
    .nullable()
    .optional(),
  support_email: z.union([z.literal('').transform(() => null), emailAddress.nullable()]).optional(),
});

export const zoneBody = z.object({ time_zone: z.string().trim().min(1).max(60), from_day: wireDate });

const logoBody = z.object({ image: z.string().min(1).max(700_000) });

const admin = allow('settings.manage');
const tags = ['Settings'];

export const getInstitution = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/institution',
  summary: 'Name, colour, logo and time zones of the institution',
  responses: answers(institutionAnswer, 'The institution'),
});

export const saveInstitution = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/admin/institution',
  summary: 'Change the name, the kind, the colour or the address for support',
  request: { body: body(institutionBody) },
  responses: answers(message, 'Saved'),
});

export const saveTimeZone = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/admin/institution/time-zone',
  summary: 'Change the time zone from a day on; earlier days keep theirs',
  request: { body: body(zoneBody) },
  responses: answers(message, 'Saved'),
});

export const saveLogo = createRoute({
  ...allow('settings.manage', { body: 'image' }),
  tags,
  method: 'put',
  path: '/admin/institution/logo',
  summary: 'Replace the logo: PNG, JPEG or WebP, base64, at most 256 KB',
  request: { body: body(logoBody) },
  responses: answers(message, 'Saved'),
});

export const removeLogo = createRoute({
  ...admin,
  tags,
  method: 'delete',
  path: '/admin/institution/logo',
  summary: 'Remove the logo',
  responses: answers(message, 'Removed'),
});

export const logo = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/institution/logo',
  summary: 'The logo',
  responses: fileAnswer('An image'),
});
