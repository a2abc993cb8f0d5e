import { ArchiveError } from '@rollcall/core/backup/archive/archive-error';
import type { ArchiveAbout, ArchiveEnd } from '@rollcall/core/backup/backup.ports';
import { isTimeZone } from '@rollcall/core/kernel/zones/zone-data';
import { sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../connection.ts';
import { sequenceColumns } from './archive-tables.ts';
import { refusingBadData } from './row-loader.ts';

/** Checks of loaded content that no constraint of the database makes. Each failure is a sentence. */

const refuse = (detail: string): never => {
  throw new ArchiveError('invalid', { detail });
};

/** A sequence close to its end would stop whoever needs the next number, for example everybody who signs in. */
const LAST_OF_INTEGER = 2 ** 31 - 1;
const USABLE_PART = 0.9;

/** Validates the numbers of an archive's end, then continues each sequence after archive, rows and present database. */
export async function setSequences(
  tx: Db,
  { sequences }: ArchiveEnd,
  present: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    if (!Number.isSafeInteger(last) || last < 0) refuse(`The sequence ${name.slice(0, 60)} is not a number.`);
  for (const { name, table, column, sequence } of await sequenceColumns(tx)) {
    const known = Math.max(sequences[name] ?? 0, present.get(name) ?? 0);
    const { last } = await oneOf<{ last: string }>(
      tx,
      sql`select greatest(${known}::bigint, coalesce(max(${sql.identifier(column)}), 0))::text as last
          from ${sql.identifier(table)}`,
    );
    const { max } = await oneOf<{ max: string }>(
      tx,
      sql`select seqmax::text as max from pg_sequence where seqrelid = ${sequence}::regclass`,
    );
    if (Number(last) > Math.min(Number(max), LAST_OF_INTEGER ** 2) * USABLE_PART)
      refuse(`The sequence ${name} is almost used up.`);
    if (Number(last) > 0)
      await refusingBadData(name, () =>
        tx.execute(sql`select setval(${sequence}::regclass, ${last}::bigint)`),
      );
  }
}

/** The institution of the head, with a zone that exists, and an owner who can sign in with a password. */
export async function checkInstitution(tx: Db, about: ArchiveAbout): Promise<void> {
  const institutions = await rowsOf<{ name: string; zone: string; demo: boolean }>(
    tx,
    sql`select name, time_zone as zone, is_demo as demo from institution`,
  );
  const [institution] = institutions;
  if (!institution || institutions.length > 1) return refuse('It does not hold one institution.');
  if (institution.name !== about.institution || institution.demo !== about.demo)
    refuse('Its head names another institution than its rows.');
  const earlier = await rowsOf<{ zone: string }>(tx, sql`select time_zone as zone from earlier_zones`);
  for (const { zone } of [institution, ...earlier])
    if (!isTimeZone(zone)) refuse(`There is no time zone ${zone.slice(0, 60)}.`);
  const { owners, passwords } = await oneOf<{ owners: number; passwords: number }>(
    tx,
    sql`select count(*)::int as owners, count(c.person_id)::int as passwords
        from people p left join credentials c on c.person_id = p.id and c.password_hash <> ''
        where p.role = 'owner' and p.deleted_at is null`,
  );
  if (owners === 0) refuse('It holds no owner.');
  if (passwords === 0) refuse('Its owner has no password.');
}

/** PostgreSQL stores days that a program cannot show: infinity, the year 294276. */
export async function checkTimes(tx: Db): Promise<void> {
  const columns = await rowsOf<{ table: string; columns: string[] }>(
    tx,
    sql`select c.table_name::text as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
          and not (select relispartition from pg_class
            where relname = c.table_name and relnamespace = current_schema()::regnamespace)
          and c.data_type in ('date', 'timestamp with time zone')
        group by 1 order by 1`,
  );
  for (const { table, columns: names } of columns) {
    const outside = sql.join(
      names.map(
        (name) => sql`${sql.identifier(name)} < '1900-01-01' or ${sql.identifier(name)} >= '10000-01-01'`,
      ),
      sql` or `,
    );
    const found = await rowsOf(tx, sql`select 1 from ${sql.identifier(table)} where ${outside} limit 1`);
    if (found.length > 0) refuse(`A row of ${table} has a day before 1900 or after 9999.`);
  }
}
