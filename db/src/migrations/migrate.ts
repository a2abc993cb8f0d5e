import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../connection.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

/** Advisory lock that serialises servers starting at the same time. The number must never change. */
const LOCK = 7_206_550;

/**
 * Runs the migrations that have not run yet, each in its own transaction together with its row in
 * schema_migrations. Refuses a database of a newer Rollcall: an old program must not write to a schema it
 * does not know.
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<void> {
  const known = [...migrations].sort((a, b) => a.version - b.version);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    await tx.execute(sql`create table if not exists schema_migrations (
      version integer primary key, name text not null, ran_at timestamptz not null default now())`);
  });
  for (const migration of known) await runOnce(db, migration);
  const newest = known.at(-1)?.version ?? 0;
  const current = await schemaVersion(db);
  if (current > newest) {
    throw new MigrationError(
      `This database was made by a newer Rollcall (schema ${current}; this one knows ${newest}). Please upgrade.`,
    );
  }
}

async function runOnce(db: Db, migration: Migration): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const done = await rowsOf<{ name: string }>(
      tx,
      sql`select name from schema_migrations where version = ${migration.version}`,
    );
    if (done.length > 0) return;
    try {
      await tx.execute(sql.raw(migration.sql));
    } catch (cause) {
      throw new MigrationError(`Migration ${migration.name} failed.`, { cause });
    }
    await tx.execute(
      sql`insert into schema_migrations (version, name) values (${migration.version}, ${migration.name})`,
    );
  });
}

export async function schemaVersion(db: Db): Promise<number> {
  const [row] = await rowsOf<{ version: number | null }>(
    db,
    sql`select max(version) as version from schema_migrations`,
  );
  return row?.version ?? 0;
}
