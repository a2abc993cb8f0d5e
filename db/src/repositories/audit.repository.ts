import type { AuditRepository } from '@rollcall/core/audit/audit.ports';
import { and, desc, eq, gte, ilike, lt, or } from 'drizzle-orm';
import { type Db, likePattern } from '../connection.ts';
import { audit } from '../schema/institution.schema.ts';

const contains = (column: typeof audit.actorName | typeof audit.subject, text: string) =>
  ilike(column, likePattern(text));

export function createAuditRepository(db: Db): AuditRepository {
  return {
    async insert(entry) {
      await db.insert(audit).values(entry);
    },

    countOf: (action, actorId) => db.$count(audit, and(eq(audit.action, action), eq(audit.actorId, actorId))),

    list: ({ action, about, since, until, before, limit }) =>
      db
        .select()
        .from(audit)
        .where(
          and(
            action && eq(audit.action, action),
            about ? or(contains(audit.actorName, about), contains(audit.subject, about)) : undefined,
            since && gte(audit.at, since),
            until && lt(audit.at, until),
            before === undefined ? undefined : lt(audit.id, before),
          ),
        )
        .orderBy(desc(audit.id))
        .limit(limit),
  };
}
