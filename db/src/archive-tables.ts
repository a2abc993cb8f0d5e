import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from './connection.ts';

/**
 * What no archive holds. Everything else in the database is in it: a table that a later migration adds needs
 * nobody to remember it here.
 */
export const NOT_ARCHIVED: ReadonlyMap<string, string> = new Map([
  ['schema_migrations', 'the archive names its schema, and a restore runs the migrations'],
  ['face_keys', 'a destroyed key must make the templates unreadable in old archives too'],
  ['sessions', 'whoever restores signs in again'],
  ['login_attempts', 'passing state'],
  ['face_scans', 'passing state'],
  ['seen_images', 'digests of pictures that were accepted: passing state'],
  ['class_sightings', 'whom the class photos of one day showed: passing state'],
  ['operations', 'the files it speaks of stay behind'],
  ['day_rollups', 'counted again by the triggers of attendance_days'],
  ['section_rollups', 'counted again by the triggers of attendance_days'],
  ['section_months', 'counted again by the triggers of section_rollups'],
  ['hour_rollups', 'counted again by the triggers of attendance_days'],
  ['person_rollups', 'counted again by the triggers of attendance_days'],
]);

export interface TableShape {
  readonly name: string;
  /** The columns of its primary key, which order its rows. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

/** Every table that is archived, parents before children, as the database itself describes them. */
export async function archivedTables(db: Db): Promise<TableShape[]> {
  const tables = await rowsOf<{ name: string; key: string[]; columns: string[]; parents: string[] }>(
    db,
    sql`select c.relname::text as name,
          array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality k(num, place)
                join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num
                where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
          array(select a.attname::text from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                order by a.attnum) as columns,
          array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
                where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid) as parents
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' order by 1`,
  );
  const wanted = tables.filter(({ name }) => !NOT_ARCHIVED.has(name));
  const placed = new Map<string, TableShape>();
  while (placed.size < wanted.length) {
    const before = placed.size;
    for (const { name, parents, key, columns } of wanted) {
      if (placed.has(name)) continue;
      if (parents.every((parent) => placed.has(parent) || NOT_ARCHIVED.has(parent)))
        placed.set(name, { name, key, columns });
    }
    if (placed.size === before) throw new Error('The tables refer to one another in a circle.');
  }
  return [...placed.values()];
}

/** `table.column` of everything that is numbered, with its sequence and the last number given out. */
export function numberedColumns(db: Db) {
  return rowsOf<{ name: string; table: string; column: string; sequence: string; last: string | null }>(
    db,
    sql`select c.relname || '.' || a.attname as name, c.relname::text as table, a.attname::text as column,
          s.relname::text as sequence, pg_sequence_last_value(s.oid)::text as last
        from pg_class s
          join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
          join pg_class c on c.oid = d.refobjid
          join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
          join pg_namespace n on n.oid = c.relnamespace
        where s.relkind = 'S' and n.nspname = 'public' order by 1`,
  );
}
