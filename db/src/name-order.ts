import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Orders names as a telephone book does: Ä beside A instead of after Z, whatever the collation of the database. Names are
 * one text, so that lists begin with the given name. `name_key` is the function of migration 0035; the indexes of 0036
 * have this order.
 */
export const nameOrder = (name: SQLWrapper): SQL => sql`name_key(${name})`;
