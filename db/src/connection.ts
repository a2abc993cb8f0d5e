import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Drizzle over any driver we use: `pg` on the server, PGlite's own client in the browser, a transaction of either. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Rows of a hand-written query. The query's own column list is the proof of `Row`, so keep both side by side. */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as { rows: Row[] }; // every driver answers `{rows}`; the common type hides it
  return result.rows;
}

export async function oneOf<Row>(db: Db, query: SQL): Promise<Row> {
  const [row] = await rowsOf<Row>(db, query);
  if (row === undefined) throw new Error('A query that always answers one row answered none.');
  return row;
}
