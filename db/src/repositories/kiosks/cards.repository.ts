import type { CardRepository } from '@rollcall/core/attendance/kiosk/cards/cards.ports';
import type { Card } from '@rollcall/core/attendance/kiosk/cards/cards.types';
import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { type Db, withConflictErrors, writtenRow } from '../../connection.ts';
import { cards } from '../../schema/cards.schema.ts';

const cardFrom = ({
  id,
  kind,
  ending,
  issuedAt,
  revokedAt,
  lastUsedAt,
}: typeof cards.$inferSelect): Card => ({
  id,
  kind,
  ending,
  issuedAt,
  revokedAt,
  lastUsedAt,
});

const inUse = isNull(cards.revokedAt);

export function createCardRepository(db: Db): CardRepository {
  return {
    async listOf(personId) {
      const rows = await db
        .select()
        .from(cards)
        .where(eq(cards.personId, personId))
        .orderBy(sql`${cards.revokedAt} desc nulls first`, desc(cards.issuedAt));
      return rows.map(cardFrom);
    },

    async insert({ secret, ...card }, issuedAt, issuedBy) {
      const row = { ...card, masterKeyId: secret?.masterKeyId, sealed: secret?.sealed, issuedAt, issuedBy };
      return cardFrom(writtenRow(await withConflictErrors(db.insert(cards).values(row).returning())));
    },

    async revokePrinted(personId, revokedAt) {
      await db
        .update(cards)
        .set({ revokedAt })
        .where(and(eq(cards.personId, personId), eq(cards.kind, 'printed'), inUse));
    },

    async revoke(id, personId, revokedAt) {
      const [row] = await db
        .update(cards)
        .set({ revokedAt })
        .where(and(eq(cards.id, id), eq(cards.personId, personId), inUse))
        .returning();
      return row ? cardFrom(row) : null;
    },

    async byHash(hash, heldAt) {
      const rows = await db
        .select()
        .from(cards)
        .where(eq(cards.hash, hash))
        .orderBy(sql`${cards.revokedAt} desc nulls first`);
      const isValid = ({ issuedAt, revokedAt }: (typeof rows)[number]) =>
        heldAt ? issuedAt <= heldAt && (revokedAt === null || revokedAt > heldAt) : revokedAt === null;
      const row = rows.find(isValid) ?? rows[0];
      return row ? { id: row.id, personId: row.personId, isValid: isValid(row) } : null;
    },

    use: async (id, at, heldAt) =>
      (
        await db
          .update(cards)
          .set({ lastUsedAt: sql`greatest(${cards.lastUsedAt}, ${at.toISOString()}::timestamptz)` })
          .where(and(eq(cards.id, id), or(inUse, heldAt && gt(cards.revokedAt, heldAt))))
          .returning({ id: cards.id })
      ).length > 0,

    async lockNumbers() {
      const rows = await db
        .select()
        .from(cards)
        .where(eq(cards.kind, 'number'))
        .orderBy(asc(cards.id))
        .for('update');
      return rows.flatMap(({ id, masterKeyId, sealed }) =>
        masterKeyId !== null && sealed ? [{ id, secret: { masterKeyId, sealed } }] : [],
      );
    },

    async reseal(id, secret, hash) {
      await db
        .update(cards)
        .set({ ...secret, hash })
        .where(eq(cards.id, id));
    },
  };
}
