import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allowAnyone } from '../http/access.ts';

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  content: { 'application/json': { schema } },
  description,
});
const tags = ['System'];

export const health = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/health',
  summary: 'The process is alive; nothing else is asked',
  responses: { 200: json(z.object({ status: z.literal('ok') }), 'Alive') },
});

const parts = z.object({ ready: z.boolean(), parts: z.record(z.string(), z.string()) });

export const ready = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/ready',
  summary: 'The database answers and the models are loaded',
  responses: { 200: json(parts, 'Ready for requests'), 503: json(parts, 'Not ready, and which part is not') },
});
