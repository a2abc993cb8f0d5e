import type { ArchiveEnd, TableRows } from '@rollcall/core/backup/archive-content';
import type { RestoreTarget } from '@rollcall/core/backup/backup.ports';
import { sql } from 'drizzle-orm';
import { archivedTables, numberedColumns, type TableShape } from './archive-tables.ts';
import { type Db, oneOf, rowsOf } from './connection.ts';
import { type Migration, migrate } from './migrate.ts';
import { createRepositories } from './repositories.ts';
import { createRowLoader } from './restore-rows.ts';

interface Needs {
  readonly db: Db;
  readonly migrations: readonly Migration[];
  /** The embedded database ends long statements; not these. */
  readonly unlimited?: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * One transaction: the tables go, come back as they were when the archive was made, are filled, and are brought up
 * to date. Postgres does all of that or none of it, whenever the power goes.
 */
export function createRestoreTarget({ db, migrations, unlimited = (work) => work() }: Needs): RestoreTarget {
  const load = async (tx: Db, schema: number, content: AsyncGenerator<TableRows, ArchiveEnd>) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await dropOurs(tx, migrations);
    await migrate(
      tx,
      migrations.filter(({ version }) => version <= schema),
    );
    const shapes = await archivedTables(tx);
    const keys = await shapeOfKeys(tx);
    const tables = [...shapes, keys];
    // Roll-ups are in no archive: the triggers count them again as the days come in.
    const loader = createRowLoader(tx, tables);
    for (;;) {
      const { done, value } = await content.next();
      if (done) {
        await loader.finish();
        await setNumbers(tx, value);
        break;
      }
      await loader.add(value);
    }
    await migrate(tx, migrations);
  };

  return {
    schemaVersion: Math.max(...migrations.map(({ version }) => version)),

    async isEmpty() {
      await refuseStrangers(db, migrations);
      const { exists } = await oneOf<{ exists: boolean }>(
        db,
        sql`select to_regclass('public.people') is not null as exists`,
      );
      if (!exists) return true;
      const { empty } = await oneOf<{ empty: boolean }>(
        db,
        sql`select not exists (select 1 from people) and not exists (select 1 from institution) as empty`,
      );
      return empty;
    },

    async replaceAll(schema, content, finish) {
      await refuseStrangers(db, migrations);
      await unlimited(() =>
        db.transaction(async (tx) => {
          await load(tx, schema, content);
          await finish(createRepositories(tx));
        }),
      );
      // Only for speed: what was restored is there, whatever becomes of this.
      await unlimited(async () => void (await db.execute(sql`analyze`))).catch(() => {});
    },
  };
}

/** What the migrations make, by their own words: nothing else is ever dropped. */
function ours(migrations: readonly Migration[], what: 'table' | 'function'): string[] {
  const created = new RegExp(`create (?:or replace )?${what} (?:if not exists )?(\\w+)`, 'gi');
  return migrations.flatMap((migration) =>
    [...migration.sql.matchAll(created)].map((match) => match[1] ?? ''),
  );
}

async function refuseStrangers(db: Db, migrations: readonly Migration[]): Promise<void> {
  const known = new Set([...ours(migrations, 'table'), 'schema_migrations']);
  const found = await rowsOf<{ name: string }>(
    db,
    sql`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const strangers = found.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (strangers.length === 0) return;
  throw new Error(
    `This database holds tables that are not Rollcall's (${strangers.slice(0, 3).join(', ')}). Please use one of its own.`,
  );
}

async function dropOurs(tx: Db, migrations: readonly Migration[]): Promise<void> {
  for (const table of [...ours(migrations, 'table'), 'schema_migrations'])
    await tx.execute(sql`drop table if exists ${sql.identifier(table)} cascade`);
  for (const name of ours(migrations, 'function'))
    await tx.execute(sql`drop function if exists ${sql.identifier(name)} cascade`);
}

/** Not archived, but a restore that was given the keys brings them along. */
async function shapeOfKeys(tx: Db): Promise<TableShape> {
  const columns = await rowsOf<{ name: string }>(
    tx,
    sql`select column_name::text as name from information_schema.columns
        where table_schema = 'public' and table_name = 'face_keys' order by ordinal_position`,
  );
  return { name: 'face_keys', key: ['person_id'], columns: columns.map(({ name }) => name) };
}

async function setNumbers(tx: Db, { sequences }: ArchiveEnd): Promise<void> {
  for (const { name, table, column, sequence } of await numberedColumns(tx)) {
    const archived = sequences[name] ?? 0;
    await tx.execute(
      sql`select setval(${sequence}::regclass, last) from
          (select greatest(${archived}::bigint, coalesce(max(${sql.identifier(column)}), 0)) as last
           from ${sql.identifier(table)}) found where last > 0`,
    );
  }
}
