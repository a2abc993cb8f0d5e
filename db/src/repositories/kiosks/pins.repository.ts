import type { PinRepository } from '@rollcall/core/auth/pins/pins.ports';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../connection.ts';
import { pins } from '../../schema/kiosks.schema.ts';

const pinFrom = ({ personId, masterKeyId, sealed }: typeof pins.$inferSelect) => ({
  personId,
  secret: { masterKeyId, sealed },
});

export function createPinRepository(db: Db): PinRepository {
  return {
    async of(personIds) {
      if (personIds.length === 0) return [];
      const rows = await db
        .select()
        .from(pins)
        .where(inArray(pins.personId, [...personIds]));
      return rows.map(pinFrom);
    },

    async save(personId, secret, changedAt) {
      const row = { ...secret, changedAt };
      await db
        .insert(pins)
        .values({ personId, ...row })
        .onConflictDoUpdate({ target: pins.personId, set: row });
    },

    remove: async (personId) =>
      (await db.delete(pins).where(eq(pins.personId, personId)).returning({ personId: pins.personId }))
        .length > 0,

    async changedAt(personId) {
      const [row] = await db.select({ at: pins.changedAt }).from(pins).where(eq(pins.personId, personId));
      return row?.at ?? null;
    },

    async lockAll() {
      const rows = await db.select().from(pins).orderBy(asc(pins.personId)).for('update');
      return rows.map(pinFrom);
    },

    async reseal(personId, secret) {
      await db
        .update(pins)
        .set({ ...secret })
        .where(eq(pins.personId, personId));
    },
  };
}
