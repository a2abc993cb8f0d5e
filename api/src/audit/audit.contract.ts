import { createRoute } from '@hono/zod-openapi';
import { AUDIT_PAGE_MAX } from '@rollcall/core/audit/audit.service';
import { AUDIT_ACTIONS } from '@rollcall/core/audit/audit.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, wholeNumber, wireDate } from '../http/contract-parts.ts';

export const wireAuditEntry = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.string().nullable(),
  subject_name: z.string().nullable(),
  address: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

export const auditLog = createRoute({
  ...allow('audit.read'),
  tags: ['Audit'],
  method: 'get',
  path: '/admin/audit',
  summary: 'Who did what, to whom, when, from where',
  request: {
    query: z.object({
      action: z.enum(AUDIT_ACTIONS).optional(),
      /** Text searched for in actor and subject. */
      about: z.string().trim().min(1).max(100).optional(),
      /** `false` leaves out what the server did by itself. */
      system: z.enum(['true', 'false']).optional(),
      /** Days in the institution's time zone. */
      from: wireDate.optional(),
      to: wireDate.optional(),
      before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
      limit: wholeNumber(1, AUDIT_PAGE_MAX).default(50),
    }),
  },
  responses: answers(
    z.object({
      entries: z.array(wireAuditEntry),
      next_before: z.number().nullable(),
      /** The moment of the last entry that was looked at, where the search stopped before the page was full. */
      searched_to: z.string().nullable(),
    }),
    'Newest first; pass next_before as before for the next page. One call looks at 100,000 entries at most: a page may be short, or empty, and not the last',
  ),
});
