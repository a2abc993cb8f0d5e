import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow, allowAnyone } from '../http/access.ts';
import { json } from '../http/contract-parts.ts';

const tags = ['System'];

export const health = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/health',
  summary: 'The process is alive; nothing else is asked',
  responses: { 200: { ...json(z.object({ status: z.literal('ok') })), description: 'Alive' } },
});

const parts = z.object({ ready: z.boolean(), parts: z.record(z.string(), z.string()) });

export const ready = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/ready',
  summary: 'The database answers and the models are loaded',
  responses: {
    200: { ...json(parts), description: 'Ready for requests' },
    503: { ...json(parts), description: 'Not ready, and which part is not' },
  },
});

export const events = createRoute({
  ...allow('events.read'),
  tags,
  method: 'get',
  path: '/events',
  summary: 'Server-sent events: what has changed, so that a page can ask again',
  responses: {
    200: { content: { 'text/event-stream': { schema: z.string() } }, description: 'One event per change' },
  },
});
