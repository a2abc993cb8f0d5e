import { KEPT_BY_A_RESTORE } from '@rollcall/core/audit/audit.rules';
import { sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../connection.ts';
import { archivedTables, identifiers, NOT_REPLACED, sequenceColumns } from './archive-tables.ts';
import { institutionIn } from './institution-in.ts';
import { readTombstones, type Tombstone } from './tombstones.ts';

/** What a restore must know of the database that it replaces. */
export interface BeforeRestore {
  /** The name of the institution; null in an empty database. */
  readonly institution: string | null;
  readonly tombstones: readonly Tombstone[];
  /** Uids of the people who are here now; somebody who is here was not erased. */
  readonly living: ReadonlySet<string>;
  /** The hashes of the administrators' passwords; null where there are none. */
  readonly adminHash: string | null;
  /** Who the owners are and how they sign in; null where there are none, and before there were second factors. */
  readonly owners: string | null;
  /** Last numbers of the id sequences: an id that was given out is never given out again. */
  readonly sequences: ReadonlyMap<string, number>;
}

export const NOTHING_BEFORE: BeforeRestore = {
  institution: null,
  tombstones: [],
  living: new Set(),
  adminHash: null,
  owners: null,
  sequences: new Map(),
};

export async function tableExists(db: Db, name: string): Promise<boolean> {
  const { exists } = await oneOf<{ exists: boolean }>(
    db,
    sql`select to_regclass(${name}) is not null as exists`,
  );
  return exists;
}

export async function readBefore(db: Db): Promise<BeforeRestore> {
  if (!(await tableExists(db, 'tombstones'))) return NOTHING_BEFORE;
  const living = await rowsOf<{ uid: string }>(
    db,
    sql`select uid::text as uid from people where deleted_at is null`,
  );
  const sequences = (await sequenceColumns(db)).flatMap(({ name, last }) =>
    last === null ? [] : [[name, Number(last)] as const],
  );
  return {
    institution: (await institutionIn(db))?.name ?? null,
    tombstones: await readTombstones(db),
    living: new Set(living.map(({ uid }) => uid)),
    adminHash: await adminHashOf(db),
    owners: (await tableExists(db, 'passkeys')) ? await ownersOf(db) : null,
    sequences: new Map(sequences),
  };
}

/** In a database of any schema: before there were roles, the one of the kind `admin` was the administrator. */
export async function adminHashOf(db: Db): Promise<string | null> {
  const { hashes } = await oneOf<{ hashes: string | null }>(
    db,
    sql`select string_agg(c.password_hash, ' ' order by c.password_hash) as hashes
        from credentials c join people p on p.id = c.person_id
        where p.deleted_at is null and coalesce(to_jsonb(p) ->> 'role', case p.kind when 'admin' then 'owner' end)
          in ('owner', 'administrator')`,
  );
  return hashes;
}

/**
 * The owners with all that lets somebody in as one of them, as one text. Without what changes with each sign-in, such as
 * the counter of a passkey. An owner does not sign in with a provider.
 */
export async function ownersOf(db: Db): Promise<string | null> {
  const { owners } = await oneOf<{ owners: string | null }>(
    db,
    sql`select jsonb_agg(jsonb_build_array(p.uid, p.username, p.email,
          (select c.password_hash from credentials c where c.person_id = p.id),
          array(select k.credential_id || k.rp_id || k.public_key::text from passkeys k
                where k.person_id = p.id order by 1),
          array(select t.master_key_id || t.sealed::text from totp_secrets t
                where t.person_id = p.id and t.is_active order by 1),
          array(select r.digest::text from recovery_codes r where r.person_id = p.id order by 1)) order by p.uid)::text
        as owners
        from people p where p.role = 'owner' and p.deleted_at is null`,
  );
  return owners;
}

const kept = (table: string) => sql.identifier(`kept_${table}`);

/** Copies what stays into temporary tables, which the tables that the migrations drop and create do not touch. */
export async function setAside(tx: Db): Promise<readonly string[]> {
  const aside: string[] = [];
  for (const table of NOT_REPLACED.keys()) {
    if (!(await tableExists(tx, table))) continue;
    await tx.execute(sql`lock table ${sql.identifier(table)} in access exclusive mode`);
    await tx.execute(
      sql`create temp table ${kept(table)} on commit drop as select * from ${sql.identifier(table)}`,
    );
    aside.push(table);
  }
  if (!(await tableExists(tx, 'tombstones'))) return aside;
  await tx.execute(
    sql`create temp table ${kept('audit')} on commit drop as
        select a.*, p.uid as subject_uid, who.uid as actor_uid
        from audit a left join people p on p.id = a.subject_id left join people who on who.id = a.actor_id
        where a.action in ${[...KEPT_BY_A_RESTORE]}`,
  );
  return [...aside, 'audit'];
}

/** Puts back what was set aside, in the place of what the migrations and the archive wrote there. */
export async function putBack(tx: Db, aside: readonly string[]): Promise<void> {
  for (const table of aside.filter((each) => each !== 'audit')) {
    const columns = identifiers(await commonColumns(tx, table));
    await tx.execute(sql`delete from ${sql.identifier(table)}`);
    await tx.execute(
      sql`insert into ${sql.identifier(table)} (${columns}) overriding system value
          select ${columns} from ${kept(table)}`,
    );
  }
  if (!aside.includes('audit')) return;
  // An entry about somebody who is in the present data only says nothing about the restored data.
  await tx.execute(
    sql`insert into audit (at, actor_id, actor_name, action, subject, address, detail, subject_id)
        select k.at, who.id, k.actor_name, k.action, k.subject, k.address, k.detail, p.id
        from ${kept('audit')} k left join people p on p.uid = k.subject_uid
          left join people who on who.uid = k.actor_uid
        where (k.subject_uid is null or p.id is not null)
          and not exists (select 1 from audit a where a.action = k.action and a.at = k.at
                          and a.subject is not distinct from k.subject)
        order by k.id`,
  );
}

/** A database that was set aside may have had an older schema; columns added since get their defaults. */
async function commonColumns(tx: Db, table: string): Promise<string[]> {
  const was = await rowsOf<{ name: string }>(
    tx,
    sql`select attname::text as name from pg_attribute
        where attrelid = to_regclass(${`pg_temp.kept_${table}`}) and attnum > 0 and not attisdropped`,
  );
  const names = new Set(was.map(({ name }) => name));
  return (await columnsOf(tx, table)).filter((name) => names.has(name));
}

const columnsOf = async (tx: Db, table: string): Promise<string[]> => {
  const rows = await rowsOf<{ name: string }>(
    tx,
    sql`select column_name::text as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
        order by ordinal_position`,
  );
  return rows.map(({ name }) => name);
};

/** Shape of face_keys, which is not archived but restored when the administrator also provides the key export. */
export async function loadedTables(tx: Db) {
  const faceKeys = { name: 'face_keys', key: ['person_id'], columns: await columnsOf(tx, 'face_keys') };
  return [...(await archivedTables(tx)), faceKeys];
}
