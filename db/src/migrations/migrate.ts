import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../connection.ts';
import { createIndexesConcurrently, isIndexMigration } from './index-migrations.ts';
import { checksumOf, MigrationError, runExclusively, withLockLimit } from './migration-steps.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export interface MigrateOptions {
  /**
   * Builds the indexes of index migrations without blocking writes. For PostgreSQL, on a `db` of two connections:
   * one holds the lock of the migrations, the other builds.
   */
  readonly concurrently?: boolean;
  /** How long a migration waits for a lock, with everybody else behind it, before it lets them pass and tries again. */
  readonly lockMs?: number;
  /** How long it tries. */
  readonly giveUpMs?: number;
  readonly log?: (message: string) => void;
}

const LOCK_MS = 3000;
const GIVE_UP_MS = 15 * 60_000;

/**
 * Runs the migrations that have not run yet, each in its own transaction together with its row in
 * schema_migrations, without time limit. Waits while another server migrates. Refuses a database of a newer Rollcall:
 * an old program must not write to a schema it does not know.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<void> {
  const log = options.log ?? (() => {});
  const known = [...migrations].sort((a, b) => a.version - b.version);
  await createTable(db, log);
  const done = await checkWhatRan(db, known);
  for (const migration of known) {
    if (done.has(migration.version)) continue;
    if (options.concurrently && isIndexMigration(migration)) {
      await runExclusively(db, log, async (tx) => {
        if (await hasRun(tx, migration)) return;
        log(`Migration ${migration.name} builds indexes.`);
        // The last query had parameters, and PostgreSQL keeps its portal with a snapshot until the next one, for which
        // the build would wait. A query without parameters leaves nothing behind.
        await tx.execute(sql`select 1`);
        const build = async (statement: string) => db.execute(sql.raw(statement));
        await failingAs(migration, createIndexesConcurrently(db, migration, build));
        await record(tx, migration);
      });
    } else {
      const limits = { lockMs: options.lockMs ?? LOCK_MS, giveUpMs: options.giveUpMs ?? GIVE_UP_MS };
      await withLockLimit({ db, migration, log, ...limits }, async (tx) => {
        if (await hasRun(tx, migration)) return;
        await failingAs(migration, tx.execute(sql.raw(migration.sql)));
        await record(tx, migration);
      });
    }
  }
}

async function createTable(db: Db, log: (message: string) => void): Promise<void> {
  const columns = await rowsOf<{ name: string }>(
    db,
    sql`select attname as name from pg_attribute where attrelid = to_regclass('schema_migrations') and attnum > 0`,
  );
  if (columns.some(({ name }) => name === 'checksum')) return;
  await runExclusively(db, log, async (tx) => {
    await tx.execute(sql`create table if not exists schema_migrations (
      version integer primary key, name text not null, ran_at timestamptz not null default now())`);
    // Empty for migrations that ran before checksums were kept: some of those were edited afterwards.
    await tx.execute(sql`alter table schema_migrations add column if not exists checksum text`);
  });
}

/** The versions that have run. Throws for a database of a newer Rollcall and for a migration edited after it ran. */
async function checkWhatRan(db: Db, known: readonly Migration[]): Promise<Set<number>> {
  const rows = await rowsOf<{ version: number; checksum: string | null }>(
    db,
    sql`select version, checksum from schema_migrations order by version`,
  );
  const current = rows.at(-1)?.version ?? 0;
  const newest = known.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new MigrationError(
      `This database was made by a newer Rollcall (schema ${current}; this one knows ${newest}). Please upgrade.`,
    );
  }
  const ran = new Map(rows.map(({ version, checksum }) => [version, checksum]));
  for (const migration of known) {
    const checksum = ran.get(migration.version) ?? null;
    if (checksum !== null && checksum !== (await checksumOf(migration.sql)))
      throw new MigrationError(
        `Migration ${migration.name} is not the one that made this database. Install the version of Rollcall that was used before.`,
      );
  }
  return new Set(ran.keys());
}

async function hasRun(tx: Db, { version }: Migration): Promise<boolean> {
  return (await rowsOf(tx, sql`select 1 from schema_migrations where version = ${version}`)).length > 0;
}

async function record(tx: Db, { version, name, sql: text }: Migration): Promise<void> {
  const checksum = await checksumOf(text);
  await tx.execute(
    sql`insert into schema_migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`,
  );
}

async function failingAs<T>({ name }: Migration, work: PromiseLike<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new MigrationError(`Migration ${name} failed.`, { cause });
  }
}

export async function schemaVersion(db: Db): Promise<number> {
  const [row] = await rowsOf<{ version: number | null }>(
    db,
    sql`select max(version) as version from schema_migrations`,
  );
  return row?.version ?? 0;
}

/** The schema of a database that may not be Rollcall's: null when it has none. */
export async function schemaVersionOf(db: Db): Promise<number | null> {
  const [found] = await rowsOf<{ exists: boolean }>(
    db,
    sql`select to_regclass('schema_migrations') is not null as exists`,
  );
  return found?.exists ? schemaVersion(db) : null;
}
