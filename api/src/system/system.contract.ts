import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow, allowAnyone } from '../http/access.ts';
import { answers, failure, json } from '../http/contract-parts.ts';

const tags = ['System'];

/** The program's version and the newest schema of the database it knows; for operators. */
const about = z.object({ version: z.string().optional(), schema: z.number().optional() });

export const health = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/health',
  summary: 'The process is alive; nothing else is asked',
  responses: { 200: { ...json(about.extend({ status: z.literal('ok') })), description: 'Alive' } },
});

const parts = about.extend({
  ready: z.boolean(),
  /** Per part `ok`, `off`, `warning` or `failing`; for operators in a word what is wrong. */
  parts: z.record(z.string(), z.string()),
  /** The same with a sentence, for operators. `warning` leaves the server ready. */
  details: z
    .array(
      z.object({
        part: z.string(),
        state: z.enum(['ok', 'off', 'warning', 'failing']),
        message: z.string(),
      }),
    )
    .optional(),
});

export const ready = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/ready',
  summary: 'Whether requests should be sent to this server, and the state of its parts',
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
    ...failure,
  },
});

export const certificate = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/setup/certificate',
  summary:
    'The certificate authority that devices on the local network are to trust; 404 without HTTPS=local',
  responses: answers(
    z.object({
      /** Where the server is by HTTPS, the address first that is easiest to type. */
      addresses: z.array(z.string()),
      /** The page for other devices, over HTTP; null where the server listens on its own machine only. */
      setup_address: z.string().nullable(),
      /** SHA-256 of the authority's certificate. */
      fingerprint: z.string(),
      /** When the authority ends. */
      expires_at: z.string(),
    }),
    'The authority and the addresses',
  ),
});
