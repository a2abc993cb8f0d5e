import { createRoute } from '@hono/zod-openapi';
import { FIRST_STEPS, STEP_MARKS } from '@rollcall/core/settings/first-steps/first-steps.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, message } from '../http/contract-parts.ts';

const wireFirstSteps = z.object({
  /** True in institutions that have them behind them; then there are no steps. */
  closed: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(FIRST_STEPS),
      /** Of `camera` only whether it is skipped: the browser knows whether its address may use a camera. */
      state: z.enum(['open', 'done', 'skipped']),
      /** What can be said about the step: its default is right, or it is not needed. */
      mark: z.enum(STEP_MARKS).nullable(),
    }),
  ),
  /** What the states come from, to say what is still missing. */
  facts: z
    .object({
      people: z.number(),
      faces: z.number(),
      classes: z.number(),
      has_backup: z.boolean(),
      keys_exported: z.boolean(),
      /** The defaults that somebody confirms. */
      times: z.object({
        start_time: z.string(),
        grace_minutes: z.number(),
        cutoff_time: z.string(),
        /** Minutes after the start; 0 is never. */
        auto_absent_minutes: z.number(),
      }),
      working_days: z.array(z.number()),
    })
    .nullable(),
});

const admin = allow('settings.manage');
const tags = ['Settings'];

export const firstSteps = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/first-steps',
  summary: 'What a new institution still has to do',
  responses: answers(wireFirstSteps, 'The steps with their states'),
});

export const markBody = z.object({
  step: z.enum(FIRST_STEPS),
  /** Null takes back what was said. */
  mark: z.enum(STEP_MARKS).nullable(),
});

export const markFirstStep = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/first-steps',
  summary: 'Say that the default of a step is right, or that the step is not needed',
  request: { body: body(markBody) },
  responses: answers(message, 'Saved'),
});

export const closeFirstSteps = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/first-steps/close',
  summary: 'Show the first steps no more; refused while one is open',
  responses: answers(message, 'Closed'),
});
