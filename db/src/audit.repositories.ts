import type { AuditRepository } from '@rollcall/core/audit/audit.ports';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { Db } from './connection.ts';
import { audit } from './schema.ts';

export function createAuditRepository(db: Db): AuditRepository {
  return {
    async insert(entry) {
      await db.insert(audit).values(entry);
    },

    countOf: (action, actorId) => db.$count(audit, and(eq(audit.action, action), eq(audit.actorId, actorId))),

    list: ({ action, before, limit }) =>
      db
        .select()
        .from(audit)
        .where(
          and(action && eq(audit.action, action), before === undefined ? undefined : lt(audit.id, before)),
        )
        .orderBy(desc(audit.id))
        .limit(limit),
  };
}
