import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow } from '../http/access.ts';

export const events = createRoute({
  ...allow('events.read'),
  tags: ['System'],
  method: 'get',
  path: '/events',
  summary: 'Server-sent events: what has changed, so that a page can ask again',
  responses: {
    200: { content: { 'text/event-stream': { schema: z.string() } }, description: 'One event per change' },
  },
});
