import type { PhoneRepository } from '@rollcall/core/attendance/kiosk/cards/cards.ports';
import type { Phone } from '@rollcall/core/attendance/kiosk/cards/cards.types';
import { and, asc, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../connection.ts';
import { phoneSteps, phones } from '../../schema/cards.schema.ts';

type Row = typeof phones.$inferSelect;

const phoneFrom = ({ id, device, enrolledAt, lastUsedAt }: Row): Phone => ({
  id,
  device,
  enrolledAt,
  lastUsedAt,
});
const secretFrom = ({ masterKeyId, sealed }: Row) => ({ masterKeyId, sealed });

const inUse = isNull(phones.removedAt);

export function createPhoneRepository(db: Db): PhoneRepository {
  return {
    async listOf(personId) {
      const rows = await db
        .select()
        .from(phones)
        .where(and(eq(phones.personId, personId), inUse))
        .orderBy(desc(phones.enrolledAt));
      return rows.map(phoneFrom);
    },

    async lockOf(personId) {
      await db.execute(sql`select 1 from people where id = ${personId} for update`);
    },

    async insert({ secret, ...phone }, enrolledAt) {
      await db.insert(phones).values({ ...phone, ...secret, enrolledAt });
    },

    async remove(id, personId, removedAt) {
      const [row] = await db
        .update(phones)
        .set({ removedAt })
        .where(and(eq(phones.id, id), eq(phones.personId, personId), inUse))
        .returning();
      return row ? phoneFrom(row) : null;
    },

    async byId(id, heldAt) {
      const [row] = await db.select().from(phones).where(eq(phones.id, id));
      if (!row) return null;
      const { personId, removedAt } = row;
      const isValid = removedAt === null || (heldAt !== undefined && removedAt > heldAt);
      return { personId, secret: secretFrom(row), isValid };
    },

    async removeEndedBefore(at) {
      await db.delete(phones).where(lt(phones.removedAt, at));
    },

    async isStepUsed(id, step) {
      const [row] = await db
        .select({ step: phoneSteps.step })
        .from(phoneSteps)
        .where(and(eq(phoneSteps.phoneId, id), eq(phoneSteps.step, step)));
      return row !== undefined;
    },

    async useStep(id, step, at, heldAt) {
      // The row of the phone stays until the transaction ends, so that the step belongs to one that is there.
      const there = await db
        .update(phones)
        .set({ lastUsedAt: sql`greatest(${phones.lastUsedAt}, ${at.toISOString()}::timestamptz)` })
        .where(and(eq(phones.id, id), or(inUse, heldAt && gt(phones.removedAt, heldAt))))
        .returning({ id: phones.id });
      if (there.length === 0) return false;
      const taken = await db
        .insert(phoneSteps)
        .values({ phoneId: id, step, usedAt: at })
        .onConflictDoNothing()
        .returning({ step: phoneSteps.step });
      return taken.length > 0;
    },

    async removeStepsBefore(at) {
      await db.delete(phoneSteps).where(lt(phoneSteps.usedAt, at));
    },

    async lockAll() {
      const rows = await db.select().from(phones).orderBy(asc(phones.id)).for('update');
      return rows.map((row) => ({ id: row.id, secret: secretFrom(row) }));
    },

    async reseal(id, secret) {
      await db
        .update(phones)
        .set({ ...secret })
        .where(eq(phones.id, id));
    },
  };
}
