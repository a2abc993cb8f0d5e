import { createRoute } from '@hono/zod-openapi';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers } from '../http/contract-parts.ts';

/* Figures behind the pictures. Dates are `YYYY-MM-DD`, times minutes since midnight. */

const section = z.string().max(PEOPLE_LIMITS.section).optional();
const span = { from: z.string(), to: z.string() };

export const wireStatusDay = z.object({
  date: z.string(),
  on_time: z.number(),
  late: z.number(),
  absent: z.number(),
  excused: z.number(),
});

export const wireDateRate = z.object({
  date: z.string(),
  present: z.number(),
  due: z.number(),
  rate: z.number(),
});

export const wireSectionWeek = z.object({
  section: z.string(),
  /** Monday. */
  week: z.string(),
  present: z.number(),
  due: z.number(),
  rate: z.number(),
});

export const wireSectionRank = z.object({
  section: z.string(),
  present: z.number(),
  due: z.number(),
  rate: z.number(),
  /** Percentage points; null without due days in the month before. */
  change: z.number().nullable(),
});

const wireArrivals = z.array(
  z.object({ minute: z.number(), count: z.number(), late: z.number(), very_late: z.number() }),
);

export const wireArrivalDay = z.object({
  date: z.string(),
  /** False on a day off. */
  due: z.boolean(),
  every_minutes: z.number(),
  start: z.number(),
  on_time_until: z.number(),
  cutoff: z.number(),
  arrivals: wireArrivals,
  before: z.object({ date: z.string(), arrivals: wireArrivals }).nullable(),
});

export const wireFall = z.object({
  user_id: z.string(),
  name: z.string(),
  type: z.string(),
  class_section: z.string().nullable(),
  rate: z.number(),
  rate_before: z.number(),
  /** Eight weeks, oldest first; null where no day was due. */
  weeks: z.array(z.number().nullable()),
});

const common = { ...allow('dashboard.read'), tags: ['Charts'], method: 'get' as const };

export const statusDays = createRoute({
  ...common,
  path: '/charts/days',
  summary: 'The last twelve weeks, day by day: on time, late, absent, excused',
  request: { query: z.object({ section }) },
  responses: answers(z.object({ ...span, days: z.array(wireStatusDay) }), 'Of everybody whom you reach'),
});

export const year = createRoute({
  ...common,
  path: '/charts/year',
  summary: 'The rate of every day of the last twelve months',
  request: { query: z.object({ section }) },
  responses: answers(z.object({ ...span, days: z.array(wireDateRate) }), 'Of everybody whom you reach'),
});

export const sectionWeeks = createRoute({
  ...common,
  path: '/charts/weeks',
  summary: 'The rate of every section in each of the last 26 weeks',
  responses: answers(z.object({ ...span, weeks: z.array(wireSectionWeek) }), 'By section and week'),
});

export const sectionRanks = createRoute({
  ...common,
  path: '/charts/sections',
  summary: 'Sections by their rate of this month, with the change to last month',
  responses: answers(
    z.object({ month: z.string(), before: z.string(), sections: z.array(wireSectionRank) }),
    'Best first',
  ),
});

export const arrivals = createRoute({
  ...common,
  path: '/charts/arrivals',
  summary: "Today's arrivals per five minutes, and those of the school day before",
  responses: answers(wireArrivalDay, 'Of everybody whom you reach'),
});

export const falls = createRoute({
  ...common,
  path: '/charts/falls',
  summary: 'People whose last four weeks fell most against the four weeks before',
  responses: answers(z.object({ ...span, people: z.array(wireFall) }), 'The largest fall first'),
});
