import type { ArchiveAbout, RestoreEffects } from '@rollcall/core/backup/backup.ports';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../connection.ts';
import { createAccountRepository } from '../repositories/accounts/accounts.repository.ts';
import { createPeopleRepository } from '../repositories/people.repository.ts';
import type { BeforeRestore } from './kept-tables.ts';

interface Gone {
  readonly id: number;
  readonly code: string;
  readonly at: Date | string;
}

/** Adds the tombstones of the replaced database to those of the archive. */
async function mergeTombstones(
  tx: Db,
  { tombstones, institution }: Pick<BeforeRestore, 'tombstones' | 'institution'>,
  about: ArchiveAbout,
): Promise<void> {
  const rows = sql`select * from jsonb_to_recordset(${JSON.stringify(tombstones)}::jsonb)
    as given ("personUid" uuid, what text, at timestamptz, "formerCode" text)`;
  await tx.execute(
    sql`insert into tombstones (person_uid, what, at)
        select "personUid", what, at from (${rows}) given where "personUid" is not null
        on conflict (person_uid, what) do update set at = greatest(tombstones.at, excluded.at)`,
  );
  // Uids are nobody else's, but codes are: those of another institution stay in the backup of before.
  if (institution !== null && institution !== about.institution) return;
  await tx.execute(
    sql`insert into tombstones (former_code, what, at)
        select "formerCode", what, at from (${rows}) given where "formerCode" is not null
          and not exists (select 1 from tombstones t where t.former_code = given."formerCode" and t.at = given.at)`,
  );
}

/**
 * Finds out who the erased people of before tombstones are. Such a tombstone knows a code only: it means the person who
 * had it in a backup made before, unless that person is still here under another code.
 */
async function nameFormerCodes(tx: Db, createdAt: string, living: ReadonlySet<string>): Promise<void> {
  const found = await rowsOf<{ id: number; uid: string }>(
    tx,
    sql`select t.id, p.uid::text as uid from tombstones t join people p on lower(p.code) = t.former_code
        where t.at >= ${createdAt}::timestamptz and p.deleted_at is null and p.kind <> 'admin'`,
  );
  for (const { id, uid } of found) {
    if (living.has(uid)) continue;
    await tx.execute(
      sql`update tombstones t set person_uid = ${uid}, former_code = null where id = ${id}
          and not exists (select 1 from tombstones o where o.person_uid = ${uid} and o.what = t.what)`,
    );
  }
}

/**
 * Removes again who is gone, and withdraws again what was withdrawn, in data that an archive brought. People are matched
 * by uid: a code may have been given to somebody else since.
 */
export async function applyTombstones(
  tx: Db,
  before: Pick<BeforeRestore, 'institution' | 'tombstones' | 'living'>,
  about: ArchiveAbout,
): Promise<Omit<RestoreEffects, 'adminPasswordChanges' | 'ownersChange'>> {
  await mergeTombstones(tx, before, about);
  await nameFormerCodes(tx, about.createdAt, before.living);
  const people = createPeopleRepository(tx);
  const gone = (what: 'erased' | 'deleted') =>
    rowsOf<Gone>(
      tx,
      sql`select p.id, p.code, t.at from tombstones t join people p on p.uid = t.person_uid
          where t.what = ${what} and (p.deleted_at is null or t.what = 'erased') order by p.id`,
    );
  const accounts = createAccountRepository(tx);
  /** The only owner of the backup stays: otherwise nobody could manage what was restored. */
  const removable = async (found: readonly Gone[]): Promise<Gone[]> => {
    const owners = await accounts.ownersWithPassword();
    const goers = new Set(found.map(({ id }) => id));
    const stays = owners.every((id) => goers.has(id)) ? owners[0] : undefined;
    return found.filter(({ id }) => id !== stays);
  };
  const erased = await removable(await gone('erased'));
  for (const { id, at } of erased) await people.erase(id, new Date(at));
  const deleted = await removable(await gone('deleted'));
  for (const { id, at } of deleted) await people.pseudonymise(id, await newPseudonym(tx), new Date(at));
  return {
    erasedAgain: erased.map(({ code }) => code),
    deletedAgain: deleted.map(({ code }) => code),
    consentsWithdrawnAgain: await withdrawAgain(tx),
  };
}

async function newPseudonym(tx: Db): Promise<string> {
  const [row] = await rowsOf<{ name: string }>(
    tx,
    sql`select 'deleted-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) as name`,
  );
  return row?.name ?? '';
}

/** A withdrawal destroyed the face of that time, so a template in the archive from before it goes too. */
async function withdrawAgain(tx: Db): Promise<number> {
  const withdrawn = sql`select p.id as person_id, t.at from tombstones t join people p on p.uid = t.person_uid
    where t.what = 'consent_withdrawn'`;
  const consents = await rowsOf(
    tx,
    sql`update consents c set withdrawn_at = w.at, withdrawn_by = 'withdrawn before a restore'
        from (${withdrawn}) w
        where c.person_id = w.person_id and c.withdrawn_at is null and c.given_at <= w.at returning c.id`,
  );
  await tx.execute(
    sql`delete from face_templates f using (${withdrawn}) w where f.person_id = w.person_id and f.created_at <= w.at`,
  );
  await tx.execute(
    sql`delete from face_keys k using (${withdrawn}) w where k.person_id = w.person_id
          and not exists (select 1 from face_templates f where f.person_id = k.person_id)`,
  );
  return consents.length;
}
