import { createSnapshots } from '@rollcall/db/archive/archive-reader';
import { createRestoreTarget } from '@rollcall/db/archive/restore-target';
import { schemaVersion } from '@rollcall/db/migrations/migrate';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { testSeedPath } from '@rollcall/db/testing/test-seed';
import type { CliContext } from '../cli/cli-context.ts';
import { locations } from '../storage/locations.ts';
import type { openDatabase, ServerDatabase } from '../storage/open-database.ts';

/** Those of the source tree, with the seed of the test run: one that a build left may be of other migrations. */
export const testLocations = { ...locations, seed: await testSeedPath() };

/**
 * Opens nothing: every command works on a database that is open already, which takes no seconds. Backups and dry runs read
 * it in a transaction instead of opening a second one beside it.
 */
export function opening(database: ServerDatabase): Pick<CliContext, 'open'> {
  const open: typeof openDatabase = async () => {
    const { db, unlimited } = database;
    const migrations = await readMigrations(locations.migrations);
    return {
      ...database,
      schema: await schemaVersion(db),
      snapshots: createSnapshots(db),
      restoreTarget: createRestoreTarget({ db, migrations, unlimited }),
      close: async () => {},
    };
  };
  return { open };
}
