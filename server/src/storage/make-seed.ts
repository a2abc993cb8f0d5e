import { createSeed } from '@rollcall/db/embedded/open-embedded';
import { migrate } from '@rollcall/db/migrations/migrate';
import { readMigrations } from '@rollcall/db/migrations/read-migrations';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import { locations } from './locations.ts';

/** Creates the migrated, empty database that a new installation starts from. Called by tools/build/build.mjs. */
export async function makeSeed(): Promise<Uint8Array> {
  const migrations = await readMigrations(locations.migrations);
  return createSeed((pool) => migrate(drizzleOn(pool), migrations));
}
