import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body } from '../http/contract-parts.ts';

export const wireClockDoubt = z.object({
  reason: z.enum(['jumped_forward', 'behind_last_known', 'differs_from_database']),
  server_time: z.string(),
  /** The time that was expected: the last known one, or the database's. */
  expected_time: z.string(),
  since: z.string(),
});

/** What a wrong clock recorded on days to come; `days` of them are closed. */
const wireFutureDays = z.object({
  days: z.number(),
  from: z.string(),
  to: z.string(),
  verdicts: z.number(),
  check_ins: z.number(),
  class_marks: z.number(),
  /** Who was seen on them: name and code of the first fifty. */
  people: z.array(z.string()),
});

const clockAnswer = z.object({
  state: z.enum(['trusted', 'doubted']),
  server_time: z.string(),
  clock_doubt: wireClockDoubt.optional(),
  future_days: wireFutureDays.nullable(),
});

const admin = allow('settings.manage');
const change = allow('settings.manage', { confirm: true });
const tags = ['Clock'];

export const clockState = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/clock',
  summary: "Whether the server's clock is trusted; checked now",
  responses: answers(clockAnswer, 'The state, and why it is doubted'),
});

export const confirmClock = createRoute({
  ...change,
  tags,
  method: 'post',
  path: '/admin/clock/confirm',
  summary: "Say that the server's clock is right; days are closed and retention runs again",
  request: { body: body(z.object({ server_time: z.iso.datetime({ offset: true }) })) },
  responses: answers(clockAnswer, 'Trusted'),
});

export const removeFutureDays = createRoute({
  ...change,
  tags,
  method: 'delete',
  path: '/admin/clock/future-days',
  summary: 'Reopen days to come that a wrong clock closed; what it recorded on them is removed',
  responses: answers(z.object({ removed: wireFutureDays.nullable() }), 'What was removed'),
});
