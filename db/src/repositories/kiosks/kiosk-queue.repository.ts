import type {
  KioskQueueRepository,
  SealingKey,
  UnconfirmedEntry,
} from '@rollcall/core/attendance/kiosk/queue/queue.ports';
import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../connection.ts';
import { people } from '../../schema/institution.schema.ts';
import { kioskEntries, kioskQueues, kioskSealingKeys } from '../../schema/kiosk-queue.schema.ts';
import { kiosks } from '../../schema/kiosks.schema.ts';
import { reached } from '../accounts/reach.ts';

const keyFrom = ({
  id,
  publicKey,
  masterKeyId,
  sealed,
}: typeof kioskSealingKeys.$inferSelect): SealingKey => ({
  id,
  publicKey,
  secret: { masterKeyId, sealed },
});

const UNSETTLED = and(isNotNull(kioskEntries.doubt), isNull(kioskEntries.settled));

export function createKioskQueueRepository(db: Db): KioskQueueRepository {
  const unsettled = (condition: SQL | undefined) =>
    db
      .select({
        entry: kioskEntries,
        place: kiosks.place,
        personId: people.id,
        code: people.code,
        name: people.name,
        classSection: people.classSection,
      })
      .from(kioskEntries)
      .leftJoin(kiosks, eq(kiosks.id, kioskEntries.kioskId))
      .leftJoin(people, eq(people.id, kioskEntries.personId))
      .where(and(UNSETTLED, condition));
  const entryFrom = (row: Awaited<ReturnType<typeof unsettled>>[number]): UnconfirmedEntry => {
    const { id, kioskId, kioskName, means, takenAt, receivedAt, doubt } = row.entry;
    const { personId, code, name, classSection } = row;
    return {
      id,
      kioskId,
      kioskName,
      place: row.place ?? '',
      means,
      takenAt,
      receivedAt,
      doubt: doubt ?? '',
      person:
        personId === null || code === null || name === null
          ? null
          : { id: personId, code, name, classSection },
    };
  };

  return {
    async stateOf(publicKey) {
      const [row] = await db.select().from(kioskQueues).where(eq(kioskQueues.publicKey, publicKey));
      return row ? { number: row.number, hash: row.hash } : null;
    },

    async take({ hash, ...entry }, before) {
      const { publicKey, number } = entry;
      const moved = before
        ? await db
            .update(kioskQueues)
            .set({ number, hash })
            .where(and(eq(kioskQueues.publicKey, publicKey), eq(kioskQueues.number, before.number)))
            .returning({ number: kioskQueues.number })
        : await db
            .insert(kioskQueues)
            .values({ publicKey, number, hash })
            .onConflictDoNothing()
            .returning({ number: kioskQueues.number });
      if (moved.length === 0) return false;
      await db.insert(kioskEntries).values(entry);
      return true;
    },

    async unconfirmed(reach, limit) {
      const rows = await unsettled(reached(reach, sql`people`))
        .orderBy(asc(kioskEntries.takenAt), asc(kioskEntries.number))
        .limit(limit);
      return rows.map(entryFrom);
    },

    async lockUnconfirmed(id) {
      const [row] = await unsettled(eq(kioskEntries.id, id)).for('update', { of: kioskEntries });
      return row ? entryFrom(row) : null;
    },

    async settle(id, settled, settledAt, settledBy) {
      await db
        .update(kioskEntries)
        .set({ settled, settledAt, settledBy })
        .where(and(eq(kioskEntries.id, id), UNSETTLED));
    },

    async removeEntries(before) {
      await db.delete(kioskEntries).where(lt(kioskEntries.receivedAt, before));
    },

    async sealingKeys() {
      const rows = await db.select().from(kioskSealingKeys).orderBy(desc(kioskSealingKeys.madeAt));
      return rows.map(keyFrom);
    },

    async insertSealingKey({ id, publicKey, secret }, madeAt) {
      await db.insert(kioskSealingKeys).values({ id, publicKey, ...secret, madeAt });
    },

    async lockSealingKeys() {
      const rows = await db.select().from(kioskSealingKeys).orderBy(asc(kioskSealingKeys.id)).for('update');
      return rows.map(keyFrom);
    },

    async resealSealingKey(id, secret) {
      await db
        .update(kioskSealingKeys)
        .set({ ...secret })
        .where(eq(kioskSealingKeys.id, id));
    },
  };
}
