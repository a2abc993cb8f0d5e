import type { TestApp } from './test-app.ts';

/** Written by every call, whatever it does: the time of a session's last call, and work in the background. */
const ALWAYS_WRITTEN = ['sessions', 'jobs'];

/**
 * Notes every row that is written from now on, so that a test can say what a call changed without reading all rows of all
 * tables. The notes of a transaction that is rolled back are gone with it.
 */
export async function watchChanges({ pool }: Pick<TestApp, 'pool'>) {
  await pool.query(`create unlogged table test_changes (name text not null)`);
  await pool.query(
    `create function note_test_change() returns trigger language plpgsql as
     $$ begin insert into test_changes values (tg_table_name); return null; end $$`,
  );
  // Partitions get the triggers of their table, those of months to come as well.
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('test_changes', 'schema_migrations') and c.relname <> all($1)`,
    [ALWAYS_WRITTEN],
  );
  for (const { name } of rows)
    await pool.query(
      `create trigger note_test_change after insert or update or delete on ${name}
       for each row execute function note_test_change()`,
    );
  const countTables = async (): Promise<number> => {
    const found = await pool.query<{ count: number }>('select count(*)::int as count from pg_tables');
    return found.rows[0]?.count ?? 0;
  };
  let tables = await countTables();
  return {
    watched: rows.map(({ name }) => name),
    /** What was written since this was last asked: names of tables, and that a table was added or dropped. */
    async changed(): Promise<readonly string[]> {
      const found = await pool.query<{ name: string }>('delete from test_changes returning name');
      const before = tables;
      tables = await countTables();
      const names = new Set(found.rows.map(({ name }) => name));
      return [...names, ...(tables === before ? [] : ['the list of tables'])].sort();
    },
  };
}
