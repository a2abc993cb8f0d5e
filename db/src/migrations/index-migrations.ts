import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../connection.ts';
import { MigrationError } from './migration-steps.ts';

/** The first line of a migration that creates indexes and does nothing else. */
const MARKER = /^-- indexes\b/;
const CREATE = /^create (?<kind>(?:unique )?index) if not exists (?<name>[a-z0-9_]+) (?<rest>on [\s\S]+)$/;

interface IndexFile {
  readonly name: string;
  readonly sql: string;
}

export const isIndexMigration = ({ sql: text }: IndexFile): boolean => MARKER.test(text);

/** The indexes of an index migration, each with the statement that builds it without blocking writes. */
export function indexesOf({ name: file, sql: text }: IndexFile): { name: string; statement: string }[] {
  const statements = text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  return statements.map((statement) => {
    const { kind, name, rest } = CREATE.exec(statement)?.groups ?? {};
    if (kind === undefined || name === undefined || rest === undefined)
      throw new MigrationError(
        `${file} may hold "create index if not exists" only, not: ${statement.slice(0, 80)}`,
      );
    return { name, statement: `create ${kind} concurrently if not exists ${name} ${rest}` };
  });
}

/**
 * Builds the indexes one by one, outside of any transaction. A build that was interrupted leaves an invalid index
 * behind, which is dropped and built again.
 */
export async function createIndexesConcurrently(
  db: Db,
  migration: IndexFile,
  run: (statement: string) => Promise<unknown>,
): Promise<void> {
  for (const { name, statement } of indexesOf(migration)) {
    const invalid = await rowsOf(
      db,
      sql`select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`,
    );
    if (invalid.length > 0) await db.execute(sql`drop index concurrently ${sql.identifier(name)}`);
    await run(statement);
  }
}
