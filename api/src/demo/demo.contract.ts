import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers } from '../http/contract-parts.ts';

export const demoSummaryAnswer = z.object({
  students: z.number(),
  employees: z.number(),
  total_users: z.number(),
  classes: z.number(),
  notices: z.number(),
  attendance_days: z.number(),
});

const admin = allow('demo.manage');
const tags = ['Demo'];

export const populateDemo = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/populate-demo-data',
  summary: 'Fill in what is missing of the demo school (demo mode only)',
  responses: answers(z.object({ message: z.string(), summary: demoSummaryAnswer }), 'What is there now'),
});

export const demoSummary = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/demo-summary',
  summary: 'What the demo school holds (demo mode only)',
  responses: answers(demoSummaryAnswer, 'Counts'),
});
