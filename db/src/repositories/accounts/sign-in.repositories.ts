import type { AccountRepository, AttemptRepository, SessionRepository } from '@rollcall/core/auth/auth.ports';
import type { Session } from '@rollcall/core/auth/auth.types';
import { and, eq, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../connection.ts';
import { loginAttempts, sessions } from '../../schema/accounts.schema.ts';

const SESSION = {
  id: sessions.id,
  personId: sessions.personId,
  createdAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
};

export function createSessionRepository(db: Db): SessionRepository {
  const oneWhere = async (condition: SQL): Promise<Session | null> => {
    const [row] = await db.select(SESSION).from(sessions).where(condition);
    return row ?? null;
  };

  return {
    async insert({ tokenHash, personId, at, address }) {
      await db.insert(sessions).values({ tokenHash, personId, createdAt: at, lastSeenAt: at, address });
    },

    byTokenHash: (tokenHash) => oneWhere(eq(sessions.tokenHash, tokenHash)),
    byIds: (ids) =>
      db
        .select(SESSION)
        .from(sessions)
        .where(inArray(sessions.id, [...ids])),

    async touch(id, at) {
      await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.id, id));
    },

    async remove(id) {
      await db.delete(sessions).where(eq(sessions.id, id));
    },

    async removeAllOf(personId, except) {
      const others = except === undefined ? undefined : ne(sessions.id, except);
      await db.delete(sessions).where(and(eq(sessions.personId, personId), others));
    },

    async removeOlderThan(idleSince, createdBefore) {
      const gone = await db
        .delete(sessions)
        .where(or(lt(sessions.lastSeenAt, idleSince), lt(sessions.createdAt, createdBefore)))
        .returning({ id: sessions.id });
      return gone.length;
    },
  };
}

export function createAttemptRepository(db: Db): AttemptRepository {
  return {
    async recordFailure({ account, address }, at) {
      await db.insert(loginAttempts).values({ account, address, failedAt: at });
    },

    async failuresSince({ account, address }, since) {
      const rows = await db
        .select({
          account: loginAttempts.account,
          address: loginAttempts.address,
          at: loginAttempts.failedAt,
        })
        .from(loginAttempts)
        .where(
          and(
            gt(loginAttempts.failedAt, since),
            or(eq(loginAttempts.account, account), eq(loginAttempts.address, address)),
          ),
        );
      return {
        account: rows.filter((row) => row.account === account).map(({ at }) => at),
        address: rows.filter((row) => row.address === address).map(({ at }) => at),
      };
    },

    async removeOlderThan(at) {
      await db.delete(loginAttempts).where(lt(loginAttempts.failedAt, at));
    },
  };
}

export function createAccountRepository(db: Db): AccountRepository {
  return {
    async duties(personId, on) {
      const [row] = await rowsOf<{ isLimited: boolean; sections: string[]; classIds: number[] }>(
        db,
        sql`select p.office_of = 'sections' as "isLimited",
              array(select section from office_sections s where s.person_id = p.id order by 1) as sections,
              array(select distinct t.class_id from class_teachers t where t.person_id = p.id
                    and (t.first_day is null or ${on}::date between t.first_day and t.last_day) order by 1)
                as "classIds"
            from people p where p.id = ${personId}`,
      );
      if (!row) return { sections: [], classIds: [] };
      return { sections: row.isLimited ? row.sections : null, classIds: row.classIds };
    },
  };
}
