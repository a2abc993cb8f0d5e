import type { KioskMovementRepository } from '@rollcall/core/attendance/kiosk/movement/movement.ports';
import { and, desc, eq, gt, isNotNull, lt } from 'drizzle-orm';
import { type Db, writtenRow } from '../../connection.ts';
import { kioskMovements } from '../../schema/kiosks.schema.ts';

/** Faces at kiosks that wait for a movement. One that was shown is removed, one that failed stays for its steps. */
export function createKioskMovementRepository(db: Db): KioskMovementRepository {
  return {
    async insert({ people, steps, at, ...movement }) {
      const [personId] = people;
      if (personId === undefined) throw new Error('A movement is asked of somebody.');
      const rows = await db
        .insert(kioskMovements)
        .values({ ...movement, personId, people: [...people], steps: [...steps], askedAt: at })
        .returning({ id: kioskMovements.id });
      return writtenRow(rows).id;
    },

    async find(id, kioskId, at) {
      const [row] = await db
        .select()
        .from(kioskMovements)
        .where(
          and(
            eq(kioskMovements.id, id),
            eq(kioskMovements.kioskId, kioskId),
            gt(kioskMovements.expiresAt, at),
          ),
        );
      if (!row?.front) return null;
      const { kind, people, reasons, steps, done, front } = row;
      return { id, kind, people, reasons, steps, done, front };
    },

    async advance({ id, done }, expiresAt) {
      const rows = await db
        .update(kioskMovements)
        .set({ done: done + 1, expiresAt })
        .where(and(eq(kioskMovements.id, id), eq(kioskMovements.done, done), isNotNull(kioskMovements.front)))
        .returning({ id: kioskMovements.id });
      return rows.length === 1;
    },

    async end(id) {
      await db.update(kioskMovements).set({ front: null }).where(eq(kioskMovements.id, id));
    },

    async remove(id) {
      const [shown] = await db
        .delete(kioskMovements)
        .where(and(eq(kioskMovements.id, id), isNotNull(kioskMovements.front)))
        .returning({ personId: kioskMovements.personId });
      if (!shown) return false;
      // Those that failed before are met with it.
      await db.delete(kioskMovements).where(eq(kioskMovements.personId, shown.personId));
      return true;
    },

    async unmetSteps(personId, after) {
      const [newest] = await db
        .select({ steps: kioskMovements.steps })
        .from(kioskMovements)
        .where(and(eq(kioskMovements.personId, personId), gt(kioskMovements.askedAt, after)))
        .orderBy(desc(kioskMovements.askedAt))
        .limit(1);
      return newest?.steps ?? null;
    },

    async removeBefore(at) {
      await db.delete(kioskMovements).where(lt(kioskMovements.expiresAt, at));
    },
  };
}
