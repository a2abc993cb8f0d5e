import type { ListedApproval } from '@rollcall/core/auth/approvals/approvals.service';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './approvals.contract.ts';

const presentApproval = (approval: ListedApproval): z.infer<typeof contract.wireApproval> => ({
  id: approval.id,
  act: approval.act,
  subject: approval.subject,
  detail: { ...approval.detail },
  asked_by: approval.askedByName,
  asked_at: approval.askedAt.toISOString(),
  expires_at: approval.expiresAt.toISOString(),
  own: approval.isOwn,
  state: approval.state,
});

export function approvalRoutes({ approvals }: Services) {
  return createRouter()
    .openapi(contract.listApprovals, async (c) =>
      c.json({ approvals: (await approvals.list(actorOf(c))).map(presentApproval) }, 200),
    )
    .openapi(contract.decideApproval, async (c) => {
      const { approve } = c.req.valid('json');
      await approvals.decide(actorOf(c), c.req.valid('param').id, approve);
      return c.json({ message: approve ? 'Approved. The action can be repeated now.' : 'Refused.' }, 200);
    });
}
