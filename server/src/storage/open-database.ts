import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestoreTarget, Snapshots } from '@rollcall/core/backup/backup.ports';
import type { Events } from '@rollcall/core/events/events.ports';
import { createLocalEvents } from '@rollcall/core/events/publish';
import { systemClock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import { createSnapshots } from '@rollcall/db/archive/archive-reader';
import { createFolderSnapshots } from '@rollcall/db/archive/folder-snapshots';
import { createRestoreTarget } from '@rollcall/db/archive/restore-target';
import type { Db } from '@rollcall/db/connection';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { startUpkeep } from '@rollcall/db/embedded/upkeep';
import { migrate } from '@rollcall/db/migrations/migrate';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { drizzleOn, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { openPostgresEvents } from '@rollcall/db/postgres/postgres-events';
import { homeOf, type ServerEnv } from '../env.ts';
import type { Log } from '../log.ts';
import type { Locations } from './locations.ts';

export interface ServerDatabase {
  readonly db: Db;
  /** Where the data is, for the start message; contains no password. */
  readonly place: string;
  readonly events: Events;
  readonly snapshots: Snapshots;
  readonly restoreTarget: RestoreTarget<Repositories>;
  /** True when no other server can have this database open. */
  readonly isAlone: boolean;
  /** Runs `work` without the statement time limit of requests. */
  unlimited<T>(work: () => Promise<T>): Promise<T>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens and migrates PostgreSQL at `DATABASE_URL`, or else the embedded database under the data folder. */
export async function openDatabase(env: ServerEnv, locations: Locations, log: Log): Promise<ServerDatabase> {
  const migrations = await readMigrations(locations.migrations);
  if (env.databaseUrl !== undefined) {
    const postgres = await openPostgres(env.databaseUrl, (error) =>
      log.failure('An idle database connection broke', error),
    );
    await migrate(postgres.db, migrations);
    const events = await openPostgresEvents(env.databaseUrl, (error) =>
      log.failure('Listening for changes', error),
    );
    const { host, pathname } = new URL(env.databaseUrl);
    return {
      db: postgres.db,
      events,
      snapshots: createSnapshots(postgres.db),
      restoreTarget: createRestoreTarget({ db: postgres.db, migrations }),
      isAlone: false,
      place: `PostgreSQL ${host}${pathname}`,
      unlimited: (work) => work(),
      ping: async () => void (await postgres.pool.query('select 1')),
      async close() {
        await events.close();
        await postgres.close();
      },
    };
  }
  const dataDir = join(homeOf(env), 'postgres');
  await mkdir(join(dataDir, '..'), { recursive: true, mode: 0o700 });
  const seed = await readFile(locations.seed).catch(() => undefined);
  const embedded = await openEmbedded({ at: { dataDir }, ...(seed ? { seed } : {}), log: log.warn });
  const db = drizzleOn(embedded.pool);
  await embedded.withoutLimit(() => migrate(db, migrations));
  // Checkpoints and vacuum, which a PostgreSQL server does on its own.
  const upkeep = startUpkeep({ embedded, now: systemClock.now, every, log: log.warn });
  return {
    db,
    events: createLocalEvents(),
    snapshots: createFolderSnapshots({ embedded, dataDir }),
    restoreTarget: createRestoreTarget({ db, migrations, unlimited: embedded.withoutLimit }),
    isAlone: true,
    place: dataDir,
    unlimited: embedded.withoutLimit,
    ping: async () => void (await embedded.pool.query('select 1')),
    async close() {
      upkeep.stop();
      await embedded.close();
    },
  };
}

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms).unref();
  return () => clearInterval(timer);
}
