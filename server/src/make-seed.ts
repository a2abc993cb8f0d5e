import { createSeed } from '@rollcall/db/embedded/seed';
import { migrate } from '@rollcall/db/migrate';
import { readMigrations } from '@rollcall/db/migrations-folder';
import { drizzleOn } from '@rollcall/db/open-postgres';
import { locations } from './locations.ts';

/** Run by the build: the database a new installation starts from. */
export async function makeSeed(): Promise<Uint8Array> {
  const migrations = await readMigrations(locations.migrations);
  return createSeed((pool) => migrate(drizzleOn(pool), migrations));
}
