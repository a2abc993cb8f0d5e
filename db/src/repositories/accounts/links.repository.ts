import type { LinkRepository, PasswordLink } from '@rollcall/core/auth/links/links.ports';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../connection.ts';

/** Changes with the password and with the e-mail address of person `p`. */
const ACCOUNT_STATE = sql`sha256(convert_to(coalesce((select c.password_hash from credentials c where c.person_id = p.id), '')
  || chr(10) || lower(coalesce(p.email, '')), 'UTF8'))`;

export function createLinkRepository(db: Db): LinkRepository {
  const living = (tokenHash: Uint8Array, at: Date): SQL =>
    sql`l.token_hash = ${tokenHash} and l.expires_at > ${at.toISOString()}::timestamptz
        and p.id = l.person_id and p.deleted_at is null and l.account_state = ${ACCOUNT_STATE}`;
  const COLUMNS = sql`l.person_id as "personId", l.purpose, l.expires_at as "expiresAt"`;

  return {
    async put({ personId, purpose, isMailed, tokenHash, expiresAt }) {
      if (!isMailed)
        await db.execute(
          sql`delete from password_links where person_id = ${personId} and purpose = ${purpose}`,
        );
      await db.execute(
        sql`insert into password_links (person_id, purpose, is_mailed, token_hash, expires_at, account_state)
            select p.id, ${purpose}, ${isMailed}, ${tokenHash}, ${expiresAt.toISOString()}::timestamptz, ${ACCOUNT_STATE}
            from people p where p.id = ${personId} and p.deleted_at is null
            on conflict (person_id, purpose, is_mailed) do update set token_hash = excluded.token_hash,
              expires_at = excluded.expires_at, account_state = excluded.account_state`,
      );
    },

    async find(tokenHash, at) {
      const [row] = await rowsOf<PasswordLink>(
        db,
        sql`select ${COLUMNS} from password_links l, people p where ${living(tokenHash, at)}`,
      );
      return row ?? null;
    },

    async take(tokenHash, at) {
      const owner = sql`(select person_id from password_links where token_hash = ${tokenHash})`;
      // Whoever changes the address or the password waits, or is waited for: the link is judged by what holds then.
      await db.execute(sql`select 1 from people where id = ${owner} for update`);
      await db.execute(sql`select 1 from credentials where person_id = ${owner} for update`);
      const [row] = await rowsOf<PasswordLink>(
        db,
        sql`delete from password_links l using people p where ${living(tokenHash, at)} returning ${COLUMNS}`,
      );
      return row ?? null;
    },

    async removeAllOf(personId) {
      await db.execute(sql`delete from password_links where person_id = ${personId}`);
    },

    async removeExpired(at) {
      await db.execute(sql`delete from password_links where expires_at <= ${at.toISOString()}::timestamptz`);
    },
  };
}
