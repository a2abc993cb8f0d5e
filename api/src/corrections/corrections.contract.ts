import { createRoute } from '@hono/zod-openapi';
import { DAY_STATUSES } from '@rollcall/core/attendance/attendance.types';
import { CORRECTION_STATES, CORRECTION_WANTED } from '@rollcall/core/attendance/correction.types';
import { z } from 'zod';
import { wireRecord } from '../attendance/attendance.presenter.ts';
import { allow } from '../http/access.ts';
import { answers, body, idParam, message } from '../http/route-parts.ts';
import { wireDate, wireTime } from '../http/wire-time.ts';

const wish = {
  wanted: z.enum(CORRECTION_WANTED),
  time: wireTime.nullish(),
  reason: z.string().trim().min(1, 'Please say why.').max(500),
};
const timeFits = ({ wanted, time }: { wanted: string; time?: string | null | undefined }) =>
  (wanted === 'present') === Boolean(time);
const timeMissing = { message: 'A presence needs a time, and nothing else has one.', path: ['time'] };

export const askBody = z.object({ date: wireDate, ...wish }).refine(timeFits, timeMissing);
export const correctBody = z.object(wish).refine(timeFits, timeMissing);
export const decisionBody = z.object({ accept: z.boolean(), note: z.string().trim().max(500).nullish() });

export const wireCorrection = z.object({
  id: z.number(),
  user_id: z.string(),
  name: z.string(),
  date: z.string(),
  wanted: z.enum(CORRECTION_WANTED),
  time: z.string().nullable(),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  state: z.enum(CORRECTION_STATES),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  note: z.string().nullable(),
  /** What the day said before. */
  before: z
    .object({ status: z.string(), verdict: z.enum(DAY_STATUSES), time: z.string().nullable() })
    .nullable(),
});

const tags = ['Corrections'];
const list = answers(z.object({ corrections: z.array(wireCorrection) }), 'Newest first');

export const myCorrections = createRoute({
  ...allow('attendance.read-own'),
  tags,
  method: 'get',
  path: '/user/corrections',
  summary: 'What you have asked to be corrected, and what came of it',
  responses: list,
});

export const askCorrection = createRoute({
  ...allow('attendance.read-own'),
  tags,
  method: 'post',
  path: '/user/corrections',
  summary: 'Ask for one of your days to be corrected',
  request: { body: body(askBody) },
  responses: answers(z.object({ message: z.string(), id: z.number() }), 'An administrator decides'),
});

export const listCorrections = createRoute({
  ...allow('corrections.manage'),
  tags,
  method: 'get',
  path: '/admin/corrections',
  summary: 'Requests for correction, and corrections made directly',
  request: { query: z.object({ state: z.enum(CORRECTION_STATES).optional() }) },
  responses: list,
});

export const decideCorrection = createRoute({
  ...allow('corrections.manage'),
  tags,
  method: 'post',
  path: '/admin/corrections/{id}/decision',
  summary: 'Accept or decline a request',
  request: { params: idParam, body: body(decisionBody) },
  responses: answers(message, 'Decided; the verdict before stays readable'),
});

export const correctDay = createRoute({
  ...allow('corrections.manage'),
  tags,
  method: 'put',
  path: '/admin/users/{id}/attendance/{date}',
  summary: 'Correct one day of a person, with a reason',
  request: {
    params: z.object({ id: z.string().min(1).max(60), date: wireDate }),
    body: body(correctBody),
  },
  responses: answers(
    z.object({ message: z.string(), attendance: wireRecord.nullable() }),
    'The day afterwards',
  ),
});
