import { createRoute } from '@hono/zod-openapi';
import { APPROVABLE_ACTS, APPROVAL_STATES } from '@rollcall/core/auth/approvals/approvals.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, idParam, message } from '../http/contract-parts.ts';

export const wireApproval = z.object({
  id: z.number(),
  act: z.enum(APPROVABLE_ACTS),
  /** What it is done to, written by the server: a name, an institution. */
  subject: z.string(),
  /** More about it, by name: `from` and `to` of a role, `file` and `created_at` of a backup. */
  detail: z.record(z.string(), z.string()),
  asked_by: z.string(),
  asked_at: z.string(),
  /** Until when it can be decided or, once approved, repeated. */
  expires_at: z.string(),
  /** Somebody else has to decide about one's own. */
  own: z.boolean(),
  state: z.enum(APPROVAL_STATES),
});

const tags = ['Accounts'];

export const listApprovals = createRoute({
  ...allow('accounts.manage'),
  tags,
  method: 'get',
  path: '/admin/approvals',
  summary: 'Dangerous acts that wait for a second administrator, and those of the last week',
  responses: answers(z.object({ approvals: z.array(wireApproval) }), 'Waiting ones first, then the newest'),
});

export const decideApproval = createRoute({
  ...allow('accounts.manage', { confirm: true }),
  tags,
  method: 'post',
  path: '/admin/approvals/{id}/decision',
  summary: 'Approve or refuse what another administrator wants to do',
  request: { params: idParam, body: body(z.object({ approve: z.boolean() })) },
  responses: answers(message, 'Decided'),
});
