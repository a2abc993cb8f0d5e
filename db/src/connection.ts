import { AppError, type ErrorCode } from '@rollcall/core/kernel/errors';
import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * Drizzle over any driver: `pg` on the server, PGlite's own client in the browser, or a transaction of
 * either.
 */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * Runs a hand-written query. Nothing checks `Row` against the query's column list: keep both side by side.
 */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as { rows: Row[] }; // every driver answers `{rows}`, which the common type hides
  return result.rows;
}

export async function oneOf<Row>(db: Db, query: SQL): Promise<Row> {
  const [row] = await rowsOf<Row>(db, query);
  if (row === undefined) throw new Error('A query that always returns one row returned none.');
  return row;
}

/** The row of an `insert … returning` or `update … returning`. */
export function writtenRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}

/** An array of numbers as one parameter, for `any(…::int[])`: a list of parameters ends at 65,535. */
export const intArray = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

/** An array of texts as one parameter, for `any(…::text[])`. With an array the planner uses an index; with a subquery of JSON it does not. */
export const textArray = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Pattern for `ilike` that matches any text containing `text` literally. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Lifts PostgreSQL's time limits for this transaction: a backup or restore takes longer than any request may.
 */
export async function liftTimeouts(tx: Db): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
}

const UNIQUE_VIOLATION = '23505';

const CONFLICT_CODES: Record<string, ErrorCode> = {
  people_code_key: 'user_id_taken',
  people_username_key: 'username_taken',
  people_email: 'email_taken',
  classes_identity: 'class_taken',
  corrections_one_pending: 'correction_pending',
  kiosks_by_name: 'kiosk_taken',
  cards_in_use: 'card_taken',
  drills_one_running: 'drill_running',
  kiosk_keys_public_key_key: 'kiosk_code_used',
};

/** The violated constraint's name. Drizzle wraps the driver's error, which has `code` and `constraint`. */
function violatedConstraint(error: unknown): string | null {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each && each.code === UNIQUE_VIOLATION && 'constraint' in each)
      return String(each.constraint);
  }
  return null;
}

/** Turns a violation of a known unique constraint into the AppError that names the conflict. */
export async function withConflictErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const constraint = violatedConstraint(error);
    const code = constraint === null ? undefined : CONFLICT_CODES[constraint];
    if (code === undefined) throw error;
    throw new AppError(code, { cause: error });
  }
}
