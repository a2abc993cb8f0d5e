import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers } from '../http/contract-parts.ts';

export const wireJobs = z.object({
  backup: z.object({
    /** When the newest nightly backup was made; null when there is none. */
    last_success: z.string().nullable(),
    /** Attempts that failed since then. */
    failures_in_a_row: z.number(),
    /** Why the last attempt failed. */
    problem: z.string().nullable(),
  }),
  /** `elsewhere`: this server's folder is not the one that the other servers use. */
  files: z.enum(['ok', 'elsewhere', 'unreachable', 'unknown']),
  jobs: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      /** Null for work that is done when somebody asks for it. */
      every_seconds: z.number().nullable(),
      last_success: z.string().nullable(),
      seconds_since_success: z.number().nullable(),
      failures_in_a_row: z.number(),
      problem: z.string().nullable(),
      running: z.number(),
      waiting: z.number(),
    }),
  ),
});

export const getJobs = createRoute({
  ...allow('data.export'),
  tags: ['Backup and export'],
  method: 'get',
  path: '/admin/jobs',
  summary: 'Background work of all servers: last success, failures, what is running',
  responses: answers(wireJobs, 'One entry for each kind of work'),
});
