import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSeed } from '../embedded/seed.ts';
import { migrate } from '../migrate.ts';
import { readMigrations } from '../migrations-folder.ts';
import { drizzleOn } from '../open-postgres.ts';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/rollcall/', import.meta.url));

/** A migrated, empty database as one file: made once per set of migrations, loaded by every test file. */
export async function testSeedPath(): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  // The pinned version of PGlite stands in this file, and only it can read what it wrote.
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const key = createHash('sha256')
    .update(JSON.stringify([manifest, migrations]))
    .digest('hex')
    .slice(0, 16);
  const path = join(CACHE, `seed-${key}.tar`);
  const cached = await readFile(path).catch(() => null);
  if (cached) return path;
  const seed = await createSeed((pool) => migrate(drizzleOn(pool), migrations), { compress: false });
  await mkdir(CACHE, { recursive: true });
  await writeFile(`${path}.${process.pid}`, seed);
  await rename(`${path}.${process.pid}`, path);
  return path;
}
