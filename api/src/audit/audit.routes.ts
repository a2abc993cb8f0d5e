import type { AuditEntry } from '@rollcall/core/audit/audit.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { createRouter } from '../http/router.ts';
import { auditLog, type wireAuditEntry } from './audit.contract.ts';

const presentEntry = (entry: AuditEntry): z.infer<typeof wireAuditEntry> => ({
  id: entry.id,
  at: entry.at.toISOString(),
  actor: entry.actorName,
  action: entry.action,
  subject: entry.subject,
  subject_name: entry.subjectName,
  address: entry.address,
  detail: { ...entry.detail },
});

export function auditRoutes({ audit }: Services) {
  return createRouter().openapi(auditLog, async (c) => {
    const { system, ...query } = c.req.valid('query');
    const { entries, next, searchedTo } = await audit.list({ ...query, system: system !== 'false' });
    return c.json(
      {
        entries: entries.map(presentEntry),
        next_before: next,
        searched_to: searchedTo?.toISOString() ?? null,
      },
      200,
    );
  });
}
