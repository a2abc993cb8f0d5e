import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../connection.ts';

/** Tables that are not archived, and why. Every other table is, including those that later migrations add. */
export const NOT_ARCHIVED: ReadonlyMap<string, string> = new Map([
  ['schema_migrations', 'the archive names its schema, and a restore runs the migrations'],
  ['face_keys', 'a destroyed key must make the templates unreadable in old archives too'],
  ['face_state', 'facts about this database: its log of face changes, its master key'],
  ['face_changes', 'after a restore every server reads all faces again'],
  ['sessions', 'users sign in again after a restore'],
  ['login_attempts', 'temporary'],
  ['known_devices', 'a browser is known again after its next sign-in'],
  ['second_factor_tickets', 'sign-ins of five minutes'],
  ['provider_attempts', 'sign-ins of ten minutes'],
  ['provider_tickets', 'valid for a minute'],
  ['passkey_challenges', 'valid for five minutes'],
  ['approvals', 'an approval holds for the data as it was'],
  ['outbox', 'temporary; a restore must not send an old mail again'],
  ['password_links', 'temporary; a used link must not work again'],
  ['api_tokens', 'one that was ended must not come back with a restore'],
  ['face_scans', 'temporary'],
  ['seen_images', 'digests of accepted photos: temporary'],
  ['seen_faces', 'hashes of accepted photos: temporary'],
  ['place_secret', 'codes that were shown before must not count after a restore elsewhere'],
  ['kiosk_keys', 'a device that was revoked must not come back with a restore; the others are paired again'],
  ['kiosk_pairings', 'codes of five minutes'],
  ['kiosk_queues', 'devices are paired again after a restore, and go on with the next number'],
  ['kiosk_health', 'what paired devices said last; a restore ends them'],
  ['kiosk_counts', 'figures about devices, not about people'],
  ['kiosk_silences', 'a restore must not tell of one again'],
  ['kiosk_watch', 'since when this installation has looked'],
  [
    'former_pins',
    'PINs of the last days that were replaced; a restore ends the devices with entries of then',
  ],
  ['former_kiosk_settings', 'settings of the last days; a restore ends the devices with entries of then'],
  ['kiosk_tries', 'faces that wait for a PIN for less than a minute'],
  ['kiosk_movements', 'faces that wait for a movement for half a minute'],
  ['phone_steps', 'codes of half a minute that were used'],
  ['class_sightings', 'people recognised in class photos of one day: temporary'],
  ['known_time', 'the last time a server believed: a restore must not set it back'],
  ['operations', 'their files are not in the archive'],
  ['retention_runs', 'their files are not in the archive'],
  ['jobs', 'work of the running servers, which a restore does not replace'],
  ['file_places', 'names the folder of this installation'],
  ['setup_codes', 'temporary'],
  ['rollup_deltas', 'counted again by the triggers of attendance_days'],
  ['day_sums', 'added up from rollup_deltas'],
  ['section_sums', 'added up from rollup_deltas'],
  ['section_month_sums', 'added up from rollup_deltas'],
  ['hour_sums', 'added up from rollup_deltas'],
  ['person_rollups', 'counted again by the triggers of attendance_days'],
  // Tables of older schemas, views since: an upgrade backs up the database as it is.
  ['day_rollups', 'counted again by the triggers of attendance_days'],
  ['section_rollups', 'counted again by the triggers of attendance_days'],
  ['section_months', 'counted again by the triggers of section_rollups'],
  ['hour_rollups', 'counted again by the triggers of attendance_days'],
]);

/** Tables that a restore keeps as they are, and why: what they tell is about this installation, not about the backup. */
export const NOT_REPLACED: ReadonlyMap<string, string> = new Map([
  ['operations', 'the files of backups and exports are still there and must expire'],
  ['retention_runs', 'what was removed can still be put back'],
  ['jobs', 'work of the servers'],
  ['file_places', 'where the files are'],
  ['setup_codes', 'valid until the institution is set up'],
  ['known_time', 'a restore must not set it back'],
  ['seen_images', 'an old recording must not be accepted again'],
  ['place_secret', 'the codes that are on the screens go on'],
]);

export interface TableShape {
  readonly name: string;
  /** Columns of the primary key, which order the rows. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

/** Reads every archived table from the database's catalogue, parents before children; one of months as one table. */
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
        where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
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
    if (placed.size === before) throw new Error('The tables have circular foreign keys.');
  }
  return [...placed.values()];
}

/** Reads every column with a sequence (`name` is `table.column`) and the last number it gave out. */
export function sequenceColumns(db: Db) {
  return rowsOf<{ name: string; table: string; column: string; sequence: string; last: string | null }>(
    db,
    sql`select c.relname || '.' || a.attname as name, c.relname::text as table, a.attname::text as column,
          s.relname::text as sequence, pg_sequence_last_value(s.oid)::text as last
        from pg_class s
          join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
          join pg_class c on c.oid = d.refobjid
          join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
          join pg_namespace n on n.oid = c.relnamespace
        where s.relkind = 'S' and n.nspname = current_schema() order by 1`,
  );
}

/** A list of column names for a statement. */
export const identifiers = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
