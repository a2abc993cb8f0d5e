import { ArchiveError } from '@rollcall/core/backup/archive/archive-error';
import type {
  ArchiveAbout,
  ArchiveEnd,
  RestoreEffects,
  RestoreTarget,
  TableRows,
} from '@rollcall/core/backup/backup.ports';
import { AppError } from '@rollcall/core/kernel/errors';
import type { Repositories } from '@rollcall/core/ports';
import { sql } from 'drizzle-orm';
import { type Db, liftTimeouts, oneOf, rowsOf } from '../connection.ts';
import { type Migration, migrate } from '../migrations/migrate.ts';
import { createRepositories } from '../repositories.ts';
import { applyTombstones } from './apply-tombstones.ts';
import { checkInstitution, checkTimes, setSequences } from './archive-checks.ts';
import {
  adminHashOf,
  type BeforeRestore,
  loadedTables,
  ownersOf,
  putBack,
  readBefore,
  setAside,
  tableExists,
} from './kept-tables.ts';
import { createRowLoader, refusingBadData } from './row-loader.ts';

type Content = AsyncGenerator<TableRows, ArchiveEnd>;

interface Needs {
  readonly db: Db;
  readonly migrations: readonly Migration[];
  /** Of the database that knows who was erased since, where that is not `db`. */
  readonly before?: BeforeRestore | undefined;
  /** Lifts the embedded database's statement time limit. */
  readonly unlimited?: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Runs a dry run in a database of its own that is thrown away. Without it, in a schema of this database and a
   * transaction that is rolled back: that locks no table, but takes a connection.
   */
  readonly withScratch?: <T>(work: (scratch: Db) => Promise<T>) => Promise<T>;
}

/** Schema of dry runs; it exists only inside a transaction that is rolled back. */
const SCRATCH_SCHEMA = sql.identifier('rollcall_restore_check');

/** Thrown to roll back a dry run that found nothing wrong. */
class DryRunDone extends Error {
  constructor(readonly effects: RestoreEffects) {
    super('The dry run is over.');
  }
}

/**
 * Restores an archive in one transaction: drops the tables, migrates to the archive's schema version, loads
 * the rows, runs the remaining migrations and applies the tombstones. A failure or power cut leaves the old content.
 */
export function createRestoreTarget({
  db,
  migrations,
  before: given,
  unlimited = (work) => work(),
  withScratch = (work) => work(db),
}: Needs): RestoreTarget<Repositories> {
  const schemaVersion = Math.max(...migrations.map(({ version }) => version));

  /** Loads and checks the content, in the first schema of the search path. */
  const load = async (
    tx: Db,
    about: ArchiveAbout,
    content: Content,
    before: BeforeRestore,
    aside: readonly string[],
  ): Promise<RestoreEffects> => {
    if (!Number.isInteger(about.schema) || about.schema < 1)
      throw new ArchiveError('invalid', { detail: 'It names no schema.' });
    if (about.schema > schemaVersion) throw new ArchiveError('newer');
    await migrate(
      tx,
      migrations.filter(({ version }) => version <= about.schema),
    );
    // Roll-ups are not archived: triggers compute them as the attendance days are inserted.
    const loader = createRowLoader(tx, await loadedTables(tx));
    let end: ArchiveEnd;
    for (;;) {
      const { done, value } = await content.next();
      if (done) {
        await loader.finish();
        await setSequences(tx, value, before.sequences);
        end = value;
        break;
      }
      await loader.add(value);
    }
    await refusingBadData('Its upgrade', () => migrate(tx, migrations));
    await checkInstitution(tx, about);
    await checkTimes(tx);
    await putBack(tx, aside);
    // Tables that the archive's schema did not have yet hold rows of this installation.
    await setSequences(tx, end, before.sequences);
    const effects = await applyTombstones(tx, before, about);
    const hash = await adminHashOf(tx);
    return {
      ...effects,
      adminPasswordChanges: before.adminHash !== null && hash !== before.adminHash,
      ownersChange: before.owners !== null && (await ownersOf(tx)) !== before.owners,
    };
  };

  return {
    schemaVersion,

    async isEmpty() {
      await refuseForeignTables(db, migrations);
      if (!(await tableExists(db, 'people'))) return true;
      const { empty } = await oneOf<{ empty: boolean }>(
        db,
        sql`select not exists (select 1 from people) and not exists (select 1 from institution) as empty`,
      );
      return empty;
    },

    async check(about, content) {
      const before = given ?? (await readBefore(db));
      const dryRun = (scratch: Db) =>
        scratch.transaction(async (tx) => {
          await liftTimeouts(tx);
          await tx.execute(sql`create schema ${SCRATCH_SCHEMA}`);
          await tx.execute(sql`set local search_path to ${SCRATCH_SCHEMA}`);
          throw new DryRunDone(await load(tx, about, content, before, []));
        });
      try {
        return await unlimited(() => withScratch(dryRun));
      } catch (error) {
        if (error instanceof DryRunDone) return error.effects;
        throw error;
      }
    },

    async replaceAll(about, content, finish) {
      await refuseForeignTables(db, migrations);
      const effects = await unlimited(() =>
        db.transaction(async (tx) => {
          await liftTimeouts(tx);
          const before = given ?? (await readBefore(tx));
          const aside = await setAside(tx);
          await dropTables(tx, migrations);
          const loaded = await load(tx, about, content, before, aside);
          await finish(createRepositories(tx), loaded);
          return loaded;
        }),
      );
      await unlimited(async () => void (await db.execute(sql`select fold_rollups()`))).catch(() => {});
      // For query plans only: the restore is already committed.
      await unlimited(async () => void (await db.execute(sql`analyze`))).catch(() => {});
      return effects;
    },
  };
}

/** Names of the objects that the migrations create. Nothing else is ever dropped. */
function createdBy(migrations: readonly Migration[], what: 'table' | 'view' | 'function'): string[] {
  const created = new RegExp(`create (?:or replace )?${what} (?:if not exists )?(\\w+)`, 'gi');
  return migrations.flatMap((migration) =>
    [...migration.sql.matchAll(created)].map((match) => match[1] ?? ''),
  );
}

/** Without the months of a table, which go with it. */
const tableNames = async (db: Db): Promise<string[]> => {
  const found = await rowsOf<{ name: string }>(
    db,
    sql`select relname::text as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  return found.map(({ name }) => name);
};

async function refuseForeignTables(db: Db, migrations: readonly Migration[]): Promise<void> {
  const known = new Set([...createdBy(migrations, 'table'), 'schema_migrations']);
  const foreign = (await tableNames(db)).filter((name) => !known.has(name));
  if (foreign.length === 0) return;
  throw new AppError('archive_refused', {
    message: `This database holds tables that are not Rollcall's (${foreign.slice(0, 3).join(', ')}). Please use one of its own.`,
  });
}

/** After `refuseForeignTables`: all tables are ours. A name may have been a table once and be a view now. */
async function dropTables(tx: Db, migrations: readonly Migration[]): Promise<void> {
  const views = new Set(createdBy(migrations, 'view'));
  const found = await rowsOf<{ name: string }>(
    tx,
    sql`select viewname::text as name from pg_views where schemaname = current_schema()`,
  );
  for (const { name } of found)
    if (views.has(name)) await tx.execute(sql`drop view if exists ${sql.identifier(name)} cascade`);
  for (const name of await tableNames(tx))
    await tx.execute(sql`drop table if exists ${sql.identifier(name)} cascade`);
  for (const name of createdBy(migrations, 'function'))
    await tx.execute(sql`drop function if exists ${sql.identifier(name)} cascade`);
}
