import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../connection.ts';

/** The institution in a database of any schema; null when there is none. */
export async function institutionIn(db: Db): Promise<{ name: string; isDemo: boolean } | null> {
  const [found] = await rowsOf<{ exists: boolean }>(
    db,
    sql`select to_regclass('schema_migrations') is not null and to_regclass('institution') is not null as exists`,
  );
  if (!found?.exists) return null;
  const [row] = await rowsOf<{ name: string; isDemo: boolean }>(
    db,
    sql`select name, is_demo as "isDemo" from institution`,
  );
  return row ?? null;
}
