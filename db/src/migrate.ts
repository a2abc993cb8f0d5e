import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from './connection.ts';

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

/** Any number will do, as long as every Rollcall uses the same one: two servers starting at once take turns. */
const LOCK = 7_206_550;

/**
 * Plain SQL, forward only, each file in its own transaction together with the note that it ran. A database from
 * a newer Rollcall is refused: an old program must not write into tables it does not know.
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
