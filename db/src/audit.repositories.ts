import type { AuditRepository } from '@rollcall/core/audit/audit.ports';
import type { OperationRepository } from '@rollcall/core/backup/backup.ports';
import { and, desc, eq, lt, lte } from 'drizzle-orm';
import type { Db } from './connection.ts';
import { audit, operations } from './schema.ts';

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

export function createOperationRepository(db: Db): OperationRepository {
  return {
    async insert(operation) {
      const [row] = await db.insert(operations).values(operation).returning();
      if (!row) throw new Error('The insert answered no row.');
      return row;
    },

    list: (limit) => db.select().from(operations).orderBy(desc(operations.id)).limit(limit),

    async byFile(file) {
      const [row] = await db.select().from(operations).where(eq(operations.file, file));
      return row ?? null;
    },

    takeExpired: (now) => db.delete(operations).where(lte(operations.expiresAt, now)).returning(),
  };
}
