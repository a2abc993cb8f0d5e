import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../connection.ts';

/**
 * Tombstones: who was deleted or erased, and whose consent was withdrawn. No restore replaces them, and every restore
 * applies them to what it loaded. See docs/decisions/0032.
 */
export interface Tombstone {
  readonly personUid: string | null;
  readonly what: 'deleted' | 'erased' | 'consent_withdrawn';
  /** As text with all digits: a consent given in the same millisecond must compare right. */
  readonly at: string;
  /** Only of people erased before tombstones existed. */
  readonly formerCode: string | null;
}

export async function noteGone(db: Db, uid: string, what: 'deleted' | 'erased', at: Date): Promise<void> {
  await db.execute(sql`delete from tombstones where person_uid = ${uid} and what <> ${what}`);
  await db.execute(
    sql`insert into tombstones (person_uid, what, at) values (${uid}, ${what}, ${at})
        on conflict (person_uid, what) do nothing`,
  );
}

export async function noteConsentWithdrawn(db: Db, personId: number, at: Date): Promise<void> {
  await db.execute(
    sql`insert into tombstones (person_uid, what, at)
        select uid, 'consent_withdrawn', ${at}::timestamptz from people where id = ${personId}
        on conflict (person_uid, what) do update set at = greatest(tombstones.at, excluded.at)`,
  );
}

export const readTombstones = (db: Db): Promise<Tombstone[]> =>
  rowsOf(
    db,
    sql`select person_uid::text as "personUid", what, at::text as at, former_code as "formerCode"
        from tombstones order by id`,
  );
