import type { ApprovalRepository } from '@rollcall/core/auth/approvals/approvals.ports';
import type { SignInSettingsRepository } from '@rollcall/core/auth/factors/factors.ports';
import { and, desc, eq, getTableColumns, gte, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { type Db, writtenRow } from '../../connection.ts';
import { approvals } from '../../schema/factors.schema.ts';
import { institution, people } from '../../schema/institution.schema.ts';

export function createApprovalRepository(db: Db): ApprovalRepository {
  const select = () =>
    db
      .select({ ...getTableColumns(approvals), askedByName: people.name })
      .from(approvals)
      .innerJoin(people, eq(people.id, approvals.askedBy));

  return {
    async insert(approval) {
      return writtenRow(await db.insert(approvals).values(approval).returning({ id: approvals.id })).id;
    },

    async byId(id) {
      const [row] = await select().where(eq(approvals.id, id));
      return row ?? null;
    },

    since: (at) => select().where(gte(approvals.askedAt, at)).orderBy(desc(approvals.id)),

    openOf: (personId, { act, method, path }) =>
      select()
        .where(
          and(
            eq(approvals.askedBy, personId),
            eq(approvals.act, act),
            eq(approvals.method, method),
            eq(approvals.path, path),
            isNull(approvals.usedAt),
            or(isNull(approvals.isApproved), eq(approvals.isApproved, true)),
          ),
        )
        .orderBy(desc(approvals.id)),

    async decide(id, { by, at, isApproved }) {
      const rows = await db
        .update(approvals)
        .set({ decidedBy: by, decidedAt: at, isApproved })
        .where(and(eq(approvals.id, id), isNull(approvals.decidedAt)))
        .returning({ id: approvals.id });
      return rows.length > 0;
    },

    async use(id, at) {
      const rows = await db
        .update(approvals)
        .set({ usedAt: at })
        .where(and(eq(approvals.id, id), isNull(approvals.usedAt), isNotNull(approvals.decidedAt)))
        .returning({ id: approvals.id });
      return rows.length > 0;
    },

    async removeBefore(at) {
      await db.delete(approvals).where(lt(approvals.askedAt, at));
    },
  };
}

export function createSignInSettingsRepository(db: Db): SignInSettingsRepository {
  return {
    async read() {
      const [row] = await db
        .select({
          secondFactorRoles: institution.secondFactorRoles,
          needsApproval: institution.needsApproval,
        })
        .from(institution);
      return row ?? { secondFactorRoles: [], needsApproval: false };
    },

    async save({ secondFactorRoles, needsApproval }) {
      await db.update(institution).set({ secondFactorRoles: [...secondFactorRoles], needsApproval });
    },
  };
}
