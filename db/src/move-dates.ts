import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from './connection.ts';

interface DatedColumn {
  readonly table: string;
  readonly column: string;
}

/**
 * Moves every day and moment by the same number of days: a school that was written down on one day begins on
 * another. For a database without attendance, whose verdicts depend on the weekday.
 */
export async function moveDates(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const columns = await rowsOf<DatedColumn>(
    db,
    sql`select c.table_name::text as table, c.column_name::text as column from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migrations'
          and c.data_type in ('date', 'timestamp with time zone')`,
  );
  await db.transaction(async (tx) => {
    for (const { table, column } of columns) {
      const name = sql.identifier(column);
      await tx.execute(
        sql`update ${sql.identifier(table)} set ${name} = ${name} + (${to}::date - ${from}::date) * interval '1 day'
            where ${name} is not null`,
      );
    }
  });
}
