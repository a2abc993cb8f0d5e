import type {
  KioskQueueRepository,
  SealingKey,
  UnconfirmedEntry,
} from '@rollcall/core/attendance/kiosk/queue/queue.ports';
import { and, asc, count, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
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
        registeredOn: people.registeredOn,
      })
      .from(kioskEntries)
      .leftJoin(kiosks, eq(kiosks.id, kioskEntries.kioskId))
      .leftJoin(people, eq(people.id, kioskEntries.personId))
      .where(and(UNSETTLED, condition));
  const entryFrom = (row: Awaited<ReturnType<typeof unsettled>>[number]): UnconfirmedEntry => {
    const { id, number, kioskId, kioskName, means, takenAt, receivedAt, doubt } = row.entry;
    const { personId, code, name, classSection, registeredOn } = row;
    return {
      id,
      number,
      kioskId,
      kioskName,
      place: row.place ?? '',
      means,
      takenAt,
      receivedAt,
      doubts: doubt?.split(' ') ?? [],
      person:
        personId === null || code === null || name === null || registeredOn === null
          ? null
          : { id: personId, code, name, classSection, registeredOn },
    };
  };

  return {
    async stateOf(publicKey) {
      const [row] = await db.select().from(kioskQueues).where(eq(kioskQueues.publicKey, publicKey));
      return row ? { number: row.number, hash: row.hash } : null;
    },

    async isTaken(publicKey, hash) {
      const { publicKey: key } = kioskEntries;
      return (
        (await db.$count(kioskEntries, and(eq(key, publicKey), eq(kioskEntries.hash, hash)))) > 0 ||
        (await db.$count(
          kioskQueues,
          and(eq(kioskQueues.publicKey, publicKey), eq(kioskQueues.hash, hash)),
        )) > 0
      );
    },

    async insert({ doubts, ...entry }) {
      const doubt = doubts.length === 0 ? null : doubts.join(' ');
      const written = await db
        .insert(kioskEntries)
        .values({ ...entry, doubt })
        .onConflictDoNothing()
        .returning({ id: kioskEntries.id });
      return written.length > 0;
    },

    async follow(publicKey, before, { number, hash }) {
      const moved = before
        ? await db
            .update(kioskQueues)
            .set({ number, hash })
            .where(and(eq(kioskQueues.publicKey, publicKey), eq(kioskQueues.hash, before.hash)))
            .returning({ number: kioskQueues.number })
        : await db
            .insert(kioskQueues)
            .values({ publicKey, number, hash })
            .onConflictDoNothing()
            .returning({ number: kioskQueues.number });
      return moved.length > 0;
    },

    async unconfirmed(reach, { after, limit }) {
      const within = reached(reach, sql`people`);
      const [counted] = await db
        .select({ total: count() })
        .from(kioskEntries)
        .leftJoin(people, eq(people.id, kioskEntries.personId))
        .where(and(UNSETTLED, within));
      const later =
        after &&
        sql`(${kioskEntries.personId} is null, ${kioskEntries.takenAt}, ${kioskEntries.number}, ${kioskEntries.id})
          > (${!after.hasPerson}::boolean, ${after.takenAt.toISOString()}::timestamptz, ${after.number}::bigint, ${after.id}::uuid)`;
      const rows = await unsettled(and(within, later ?? undefined))
        .orderBy(
          sql`${kioskEntries.personId} is null`,
          asc(kioskEntries.takenAt),
          asc(kioskEntries.number),
          asc(kioskEntries.id),
        )
        .limit(limit + 1);
      return {
        total: counted?.total ?? 0,
        entries: rows.slice(0, limit).map(entryFrom),
        hasMore: rows.length > limit,
      };
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
