import type pg from 'pg';

export interface SentStatement {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Notes the statements that Drizzle sends through the pool, with their values. Those of a transaction are not seen: they have a
 * client of their own. `plainQuery` is not noted.
 */
export function watchStatements(pool: pg.Pool) {
  const statements: SentStatement[] = [];
  const plainQuery = pool.query.bind(pool);
  const watched = (query: string | { text: string }, values: unknown[] = [], ...more: unknown[]) => {
    statements.push({ text: typeof query === 'string' ? query : query.text, values });
    return (plainQuery as (...all: unknown[]) => unknown)(query, values, ...more);
  };
  pool.query = watched as pg.Pool['query']; // Drizzle calls it with a query and its values
  return {
    plainQuery,
    /** What was sent since the last call. */
    take: (): SentStatement[] => statements.splice(0),
  };
}
