import type { ApiToken, TokenRepository } from '@rollcall/core/auth/tokens/tokens.ports';
import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import { type Db, writtenRow } from '../../connection.ts';
import { apiTokens } from '../../schema/accounts.schema.ts';

const TOKEN = {
  id: apiTokens.id,
  personId: apiTokens.personId,
  name: apiTokens.name,
  actions: apiTokens.actions,
  createdAt: apiTokens.createdAt,
  expiresAt: apiTokens.expiresAt,
  lastUsedAt: apiTokens.lastUsedAt,
};

export function createTokenRepository(db: Db): TokenRepository {
  return {
    async insert({ actions, ...token }) {
      const rows = await db
        .insert(apiTokens)
        .values({ ...token, actions: [...actions] })
        .returning(TOKEN);
      return writtenRow(rows);
    },

    async byTokenHash(tokenHash): Promise<ApiToken | null> {
      const [row] = await db.select(TOKEN).from(apiTokens).where(eq(apiTokens.tokenHash, tokenHash));
      return row ?? null;
    },

    byIds: (ids) =>
      db
        .select(TOKEN)
        .from(apiTokens)
        .where(inArray(apiTokens.id, [...ids])),

    listOf: (personId) =>
      db.select(TOKEN).from(apiTokens).where(eq(apiTokens.personId, personId)).orderBy(desc(apiTokens.id)),

    async touch(id, at) {
      await db.update(apiTokens).set({ lastUsedAt: at }).where(eq(apiTokens.id, id));
    },

    async remove(personId, id) {
      const [row] = await db
        .delete(apiTokens)
        .where(and(eq(apiTokens.personId, personId), eq(apiTokens.id, id)))
        .returning(TOKEN);
      return row ?? null;
    },

    async removeAllOf(personId) {
      const gone = await db
        .delete(apiTokens)
        .where(eq(apiTokens.personId, personId))
        .returning({ id: apiTokens.id });
      return gone.length;
    },

    async removeExpired(at) {
      await db.delete(apiTokens).where(lte(apiTokens.expiresAt, at));
    },
  };
}
