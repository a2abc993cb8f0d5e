import type { ArchiveEnd, RestoreTarget, TableRows } from '@rollcall/core/backup/backup.ports';
import type { Repositories } from '@rollcall/core/ports';
import { sql } from 'drizzle-orm';
import { type Db, liftTimeouts, oneOf, rowsOf } from '../connection.ts';
import { type Migration, migrate } from '../migrations/migrate.ts';
import { createRepositories } from '../repositories.ts';
import { archivedTables, identifiers, sequenceColumns, type TableShape } from './archive-tables.ts';

const PAGE_ROWS = 2000;
const PAGE_CHARACTERS = 1_000_000;

/**
 * Table whose triggers maintain the roll-ups. It is staged and inserted at once, so that they count in one
 * pass; page by page they would update the same sums repeatedly in one transaction, each time past all the
 * dead versions.
 */
const STAGED_TABLE = 'attendance_days';
const STAGE_NAME = 'restoring_days';
const STAGE = sql.identifier(STAGE_NAME);

/** Inserts archived rows in pages. Postgres parses the JSON that it wrote itself, so no value changes. */
function createRowLoader(tx: Db, tables: readonly TableShape[]) {
  const shapes = new Map(tables.map((shape) => [shape.name, shape]));
  let table = '';
  let pending: string[] = [];
  let characters = 0;
  let isStaged = false;

  const insert = async (into: string, page: string): Promise<void> => {
    const columns = columnsOf(table);
    await tx.execute(
      sql`insert into ${sql.identifier(into)} (${columns}) overriding system value
          select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${page}::jsonb)`,
    );
  };

  const columnsOf = (name: string) => {
    const shape = shapes.get(name);
    if (!shape) throw new Error(`The archive has a table ${name} that its schema does not have.`);
    return identifiers(shape.columns);
  };

  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    const page = `[${pending.join(',')}]`;
    pending = [];
    characters = 0;
    if (table !== STAGED_TABLE) return insert(table, page);
    if (!isStaged)
      await tx.execute(sql`create temp table ${STAGE} (like ${sql.identifier(STAGED_TABLE)}) on commit drop`);
    isStaged = true;
    await insert(STAGE_NAME, page);
  };

  /** Inserts the pending page and the staged rows: afterwards the current table is complete. */
  const finish = async (): Promise<void> => {
    await flush();
    if (!isStaged) return;
    const columns = columnsOf(STAGED_TABLE);
    await tx.execute(
      sql`insert into ${sql.identifier(STAGED_TABLE)} (${columns}) overriding system value select ${columns} from ${STAGE}`,
    );
    await tx.execute(sql`drop table ${STAGE}`);
    isStaged = false;
  };

  return {
    finish,
    async add(rows: TableRows): Promise<void> {
      if (rows.table !== table) {
        await finish();
        table = rows.table;
      }
      for (const row of rows.rows) {
        pending.push(row);
        characters += row.length;
        if (pending.length >= PAGE_ROWS || characters >= PAGE_CHARACTERS) await flush();
      }
    },
  };
}

interface Needs {
  readonly db: Db;
  readonly migrations: readonly Migration[];
  /** Lifts the embedded database's statement time limit. */
  readonly unlimited?: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Restores an archive in one transaction: drops the tables, migrates to the archive's schema version, loads
 * the rows and runs the remaining migrations. A failure or power cut leaves the old content.
 */
export function createRestoreTarget({
  db,
  migrations,
  unlimited = (work) => work(),
}: Needs): RestoreTarget<Repositories> {
  const load = async (tx: Db, schema: number, content: AsyncGenerator<TableRows, ArchiveEnd>) => {
    await liftTimeouts(tx);
    await dropTables(tx, migrations);
    await migrate(
      tx,
      migrations.filter(({ version }) => version <= schema),
    );
    const shapes = await archivedTables(tx);
    // Roll-ups are not archived: triggers compute them as the attendance days are inserted.
    const loader = createRowLoader(tx, [...shapes, await faceKeysShape(tx)]);
    for (;;) {
      const { done, value } = await content.next();
      if (done) {
        await loader.finish();
        await setSequences(tx, value);
        break;
      }
      await loader.add(value);
    }
    await migrate(tx, migrations);
  };

  return {
    schemaVersion: Math.max(...migrations.map(({ version }) => version)),

    async isEmpty() {
      await refuseForeignTables(db, migrations);
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
      await refuseForeignTables(db, migrations);
      await unlimited(() =>
        db.transaction(async (tx) => {
          await load(tx, schema, content);
          await finish(createRepositories(tx));
        }),
      );
      // For query plans only: the restore is already committed.
      await unlimited(async () => void (await db.execute(sql`analyze`))).catch(() => {});
    },
  };
}

/** Names of the tables or functions that the migrations create. Nothing else is ever dropped. */
function createdBy(migrations: readonly Migration[], what: 'table' | 'function'): string[] {
  const created = new RegExp(`create (?:or replace )?${what} (?:if not exists )?(\\w+)`, 'gi');
  return migrations.flatMap((migration) =>
    [...migration.sql.matchAll(created)].map((match) => match[1] ?? ''),
  );
}

async function refuseForeignTables(db: Db, migrations: readonly Migration[]): Promise<void> {
  const known = new Set([...createdBy(migrations, 'table'), 'schema_migrations']);
  const found = await rowsOf<{ name: string }>(
    db,
    sql`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const foreign = found.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (foreign.length === 0) return;
  throw new Error(
    `This database holds tables that are not Rollcall's (${foreign.slice(0, 3).join(', ')}). Please use one of its own.`,
  );
}

async function dropTables(tx: Db, migrations: readonly Migration[]): Promise<void> {
  for (const table of [...createdBy(migrations, 'table'), 'schema_migrations'])
    await tx.execute(sql`drop table if exists ${sql.identifier(table)} cascade`);
  for (const name of createdBy(migrations, 'function'))
    await tx.execute(sql`drop function if exists ${sql.identifier(name)} cascade`);
}

/** Not archived, but restored when the administrator also provides the key export. */
async function faceKeysShape(tx: Db): Promise<TableShape> {
  const columns = await rowsOf<{ name: string }>(
    tx,
    sql`select column_name::text as name from information_schema.columns
        where table_schema = 'public' and table_name = 'face_keys' order by ordinal_position`,
  );
  return { name: 'face_keys', key: ['person_id'], columns: columns.map(({ name }) => name) };
}

async function setSequences(tx: Db, { sequences }: ArchiveEnd): Promise<void> {
  for (const { name, table, column, sequence } of await sequenceColumns(tx)) {
    const archived = sequences[name] ?? 0;
    await tx.execute(
      sql`select setval(${sequence}::regclass, last) from
          (select greatest(${archived}::bigint, coalesce(max(${sql.identifier(column)}), 0)) as last
           from ${sql.identifier(table)}) found where last > 0`,
    );
  }
}
