import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from './connection.ts';

interface DatedTable {
  readonly table: string;
  readonly columns: string[];
}

/**
 * Moves every day and moment by the same number of days: a school that was written down on one day begins on
 * another. For a database without attendance, whose verdicts depend on the weekday.
 */
export async function moveDates(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  if (from === to) return;
  // From the catalogue itself: planning the views of information_schema takes longer than moving the school.
  const tables = await rowsOf<DatedTable>(
    db,
    sql`select c.relname::text as table, array_agg(a.attname::text) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
          and a.attnum > 0 and not a.attisdropped
          and a.atttypid in ('date'::regtype, 'timestamptz'::regtype)
        group by c.relname`,
  );
  const moved = (column: string) =>
    sql`${sql.identifier(column)} = ${sql.identifier(column)} + (${to}::date - ${from}::date) * interval '1 day'`;
  await db.transaction(async (tx) => {
    for (const { table, columns } of tables)
      await tx.execute(sql`update ${sql.identifier(table)} set ${sql.join(columns.map(moved), sql`, `)}`);
  });
}
