import type { ExitPinRepository } from '@rollcall/core/attendance/kiosk/exit/exit-pin.ports';
import type { Db } from '../../connection.ts';
import { kioskExitPin } from '../../schema/drills.schema.ts';

export function createExitPinRepository(db: Db): ExitPinRepository {
  return {
    async read() {
      const [row] = await db.select().from(kioskExitPin);
      if (!row) return null;
      const { salt, rounds, hash, changedAt } = row;
      return { salt, rounds, hash, changedAt };
    },

    async save({ salt, rounds, hash }, changedAt) {
      const values = { salt, rounds, hash, changedAt };
      await db
        .insert(kioskExitPin)
        .values(values)
        .onConflictDoUpdate({ target: kioskExitPin.id, set: values });
    },

    remove: async () => (await db.delete(kioskExitPin).returning({ id: kioskExitPin.id })).length > 0,
  };
}
