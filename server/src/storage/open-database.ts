import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestoreTarget, Snapshots } from '@rollcall/core/backup/backup.ports';
import type { Events } from '@rollcall/core/events/events.ports';
import { createLocalEvents } from '@rollcall/core/events/publish';
import type { ScrubFaceFiles } from '@rollcall/core/faces/face.ports';
import { systemClock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import { ADVISORY_LOCKS } from '@rollcall/db/advisory-locks';
import { createSnapshots } from '@rollcall/db/archive/archive-reader';
import { createFolderSnapshots } from '@rollcall/db/archive/folder-snapshots';
import {
  createLocalMaintenance,
  createPostgresMaintenance,
  type DatabaseMaintenance,
} from '@rollcall/db/archive/maintenance';
import { createRestoreTarget } from '@rollcall/db/archive/restore-target';
import type { Db } from '@rollcall/db/connection';
import { hasDatabase } from '@rollcall/db/embedded/folder/data-folder';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { scrubOnPglite } from '@rollcall/db/embedded/scrub-faces';
import { startUpkeep } from '@rollcall/db/embedded/upkeep';
import { type Migration, migrate, schemaVersionOf } from '@rollcall/db/migrations/migrate';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { migratePostgres } from '@rollcall/db/postgres/migrate-postgres';
import { drizzleOn, type OpenDatabase, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { openPostgresEvents } from '@rollcall/db/postgres/postgres-events';
import { createPoolProbe, type DatabaseState } from '@rollcall/db/postgres/probe';
import { runOneByOne } from '@rollcall/db/postgres/run-one-by-one';
import { scrubOnPostgres } from '@rollcall/db/postgres/scrub-faces';
import { holdServerLock } from '@rollcall/db/postgres/server-lock';
import { reportSlowQueries } from '@rollcall/db/postgres/slow-queries';
import { homeOf, type ServerEnv } from '../env.ts';
import type { Log } from '../log.ts';
import { asFolderProblem } from './folder-problems.ts';
import type { Locations } from './locations.ts';
import { createScratch, removeLeftovers } from './scratch-database.ts';
import { backUpBeforeUpgrade } from './upgrade-backup.ts';

export interface ServerDatabase {
  readonly db: Db;
  /** Where the data is, for the start message; contains no password. */
  readonly place: string;
  readonly events: Events;
  readonly snapshots: Snapshots;
  readonly restoreTarget: RestoreTarget<Repositories>;
  readonly maintenance: DatabaseMaintenance;
  /** The newest schema this program knows, which the database has. */
  readonly schema: number;
  /** True when no other server can have this database open. */
  readonly isAlone: boolean;
  /** Removes the bytes of deleted face keys and templates from the database's files. */
  readonly scrubFaceFiles: ScrubFaceFiles;
  /** Runs `work` without the statement time limit of requests. */
  unlimited<T>(work: () => Promise<T>): Promise<T>;
  /** Whether the database can be used, within a second or two; never rejects. */
  state(): Promise<DatabaseState>;
  /** Connections of the pool, for metrics. */
  readonly pool: Pick<OpenDatabase['pool'], 'totalCount' | 'idleCount' | 'waitingCount'>;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly asServer?: boolean;
  /** False: opens an existing database as it is. Nothing is created and nothing is upgraded; for commands. */
  readonly upgrade?: boolean;
}

interface Opening {
  readonly env: ServerEnv;
  readonly locations: Locations;
  readonly log: Log;
  readonly migrations: readonly Migration[];
  readonly schema: number;
  readonly options: OpenOptions;
}

/** There is no database where a command was told to look. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
  readonly code = 'NO_DATABASE';
}

/**
 * Opens PostgreSQL at `DATABASE_URL`, or else the embedded database under the data folder. A database of an older
 * version is backed up and upgraded.
 */
export async function openDatabase(
  env: ServerEnv,
  locations: Locations,
  log: Log,
  options: OpenOptions = {},
): Promise<ServerDatabase> {
  const migrations = await readMigrations(locations.migrations);
  const schema = migrations.at(-1)?.version ?? 0;
  const opening = { env, locations, log, migrations, schema, options };
  try {
    return await (env.databaseUrl === undefined
      ? openInFolder(opening)
      : openOnPostgres(opening, env.databaseUrl));
  } catch (error) {
    throw asFolderProblem(error, env) ?? error;
  }
}

/** Backs up and migrates, one server after another: the second finds nothing left to do. */
async function upgradePostgres(opening: Opening, url: string): Promise<void> {
  const { env, migrations, schema, log } = opening;
  const { db, pool, close } = await openPostgres(url, () => {}, {
    ...env.postgres,
    poolSize: 3,
    statementMs: 0,
  });
  try {
    await runOneByOne(pool, ADVISORY_LOCKS.upgrade, async () => {
      const backup = await backUpBeforeUpgrade({
        env,
        db,
        snapshots: createSnapshots(db),
        newest: schema,
        log,
      });
      await migratePostgres(url, migrations, { log: log.info });
      await backup?.record(db);
    });
  } finally {
    await close();
  }
}

async function openOnPostgres(opening: Opening, url: string): Promise<ServerDatabase> {
  const { env, log, migrations, options } = opening;
  if (options.upgrade !== false) await upgradePostgres(opening, url);
  const postgres = await openPostgres(
    url,
    (error) => log.failure('An idle database connection broke', error),
    env.postgres,
  );
  try {
    const schema = options.upgrade === false ? await existingSchema(postgres.db, place(url)) : opening.schema;
    logSlowQueries(postgres.pool, env, log);
    const events = await openPostgresEvents(
      url,
      (error) => log.failure('Listening for changes', error),
      // A command that replaces keys refuses to run beside a server.
      options.asServer ? { onConnect: holdServerLock } : {},
    );
    return {
      db: postgres.db,
      events,
      snapshots: createSnapshots(postgres.db),
      restoreTarget: createRestoreTarget({ db: postgres.db, migrations }),
      maintenance: createPostgresMaintenance(postgres.pool),
      schema,
      isAlone: false,
      place: place(url),
      scrubFaceFiles: (options) => scrubOnPostgres(url, options, log.warn),
      unlimited: (work) => work(),
      state: postgres.probe,
      pool: postgres.pool,
      async close() {
        await Promise.all([events.close(), postgres.close()]);
      },
    };
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

const place = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `PostgreSQL ${host}${pathname}`;
};

async function existingSchema(db: Db, where: string): Promise<number> {
  const schema = await schemaVersionOf(db);
  if (schema === null) throw new NoDatabaseError(`${where} holds no Rollcall database.`);
  return schema;
}

async function openInFolder(opening: Opening): Promise<ServerDatabase> {
  const { env, locations, log, migrations, options } = opening;
  const dataDir = join(homeOf(env), 'postgres');
  if (options.upgrade === false && !hasDatabase(dataDir))
    throw new NoDatabaseError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`,
    );
  await mkdir(join(dataDir, '..'), { recursive: true, mode: 0o700 });
  const seed = await readFile(locations.seed).catch(() => undefined);
  const embedded = await openEmbedded({ at: { dataDir }, ...(seed ? { seed } : {}), log: log.warn });
  const db = drizzleOn(embedded.pool);
  const snapshots = createFolderSnapshots({ embedded, dataDir });
  let schema = opening.schema;
  try {
    // The folder is locked, so nothing works on what an interrupted restore or dry run left: personal data.
    await removeLeftovers(dataDir);
    if (options.upgrade === false) schema = await embedded.withoutLimit(() => existingSchema(db, dataDir));
    else {
      // The first statements compile the engine, which takes a busy machine longer than any statement may run.
      await embedded.withoutLimit(async () => {
        const backup = await backUpBeforeUpgrade({ env, db, snapshots, newest: schema, log });
        await migrate(db, migrations);
        await backup?.record(db);
      });
    }
  } catch (error) {
    await embedded.close();
    throw error;
  }
  logSlowQueries(embedded.pool, env, log);
  // Checkpoints and vacuum, which a PostgreSQL server does on its own.
  const upkeep = startUpkeep({ embedded, now: systemClock.now, every, log: log.warn });
  const withScratch = createScratch({ dataDir, seed, log: log.warn });
  return {
    db,
    events: createLocalEvents(),
    snapshots,
    restoreTarget: createRestoreTarget({ db, migrations, unlimited: embedded.withoutLimit, withScratch }),
    maintenance: createLocalMaintenance(),
    schema,
    isAlone: true,
    place: dataDir,
    scrubFaceFiles: (options) => embedded.withoutLimit(() => scrubOnPglite(db, options)),
    unlimited: embedded.withoutLimit,
    state: createPoolProbe(embedded.pool),
    pool: embedded.pool,
    async close() {
      upkeep.stop();
      await embedded.close();
    },
  };
}

function logSlowQueries(pool: OpenDatabase['pool'], { slowQueryMs }: ServerEnv, log: Log): void {
  if (slowQueryMs === 0) return;
  reportSlowQueries(pool, {
    limitMs: slowQueryMs,
    report: ({ statement, ms }) => log.warn('Slow query', { statement, ms }),
  });
}

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms).unref();
  return () => clearInterval(timer);
}
