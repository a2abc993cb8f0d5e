import type { PinRepository } from '@rollcall/core/auth/pins/pins.ports';
import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../connection.ts';
import { formerPins, pins } from '../../schema/kiosks.schema.ts';

interface Row {
  readonly personId: number;
  readonly masterKeyId: string;
  readonly sealed: Uint8Array;
}

const pinFrom = ({ personId, masterKeyId, sealed }: Row) => ({ personId, secret: { masterKeyId, sealed } });

export function createPinRepository(db: Db): PinRepository {
  /** Keeps the PIN as it was until now. */
  const keepFormer = async (personId: number, until: Date): Promise<void> => {
    const [before] = await db.select().from(pins).where(eq(pins.personId, personId)).for('update');
    if (!before) return;
    const { masterKeyId, sealed } = before;
    await db.insert(formerPins).values({ personId, until, masterKeyId, sealed }).onConflictDoNothing();
  };

  return {
    async of(personIds, heldAt) {
      if (personIds.length === 0) return [];
      const ids = [...personIds];
      const found = new Map<number, Row>();
      for (const row of await db.select().from(pins).where(inArray(pins.personId, ids)))
        found.set(row.personId, row);
      if (heldAt) {
        const former = await db
          .select()
          .from(formerPins)
          .where(and(inArray(formerPins.personId, ids), gt(formerPins.until, heldAt)))
          .orderBy(asc(formerPins.until));
        // The first that ended after the moment held then.
        for (const row of former.reverse()) found.set(row.personId, row);
      }
      return [...found.values()].map(pinFrom);
    },

    async save(personId, secret, changedAt) {
      await keepFormer(personId, changedAt);
      const row = { ...secret, changedAt };
      await db
        .insert(pins)
        .values({ personId, ...row })
        .onConflictDoUpdate({ target: pins.personId, set: row });
    },

    async remove(personId, at) {
      await keepFormer(personId, at);
      const removed = await db.delete(pins).where(eq(pins.personId, personId)).returning();
      return removed.length > 0;
    },

    async removeFormerBefore(at) {
      await db.delete(formerPins).where(lt(formerPins.until, at));
    },

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

    async lockFormer() {
      const rows = await db
        .select()
        .from(formerPins)
        .orderBy(asc(formerPins.personId), asc(formerPins.until))
        .for('update');
      return rows.map((row) => ({ ...pinFrom(row), until: row.until }));
    },

    async resealFormer({ personId, until }, secret) {
      await db
        .update(formerPins)
        .set({ ...secret })
        .where(and(eq(formerPins.personId, personId), eq(formerPins.until, until)));
    },
  };
}
