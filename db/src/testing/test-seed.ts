import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSeed } from '../embedded/open-embedded.ts';
import { migrate } from '../migrations/migrate.ts';
import { readMigrations } from '../migrations/read-migrations.ts';
import { drizzleOn } from '../postgres/open-postgres.ts';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Where seeds of test runs are kept. */
export const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/rollcall/', import.meta.url));

/**
 * Path of a seed with a migrated, empty database: created once per set of migrations, loaded by every test
 * file.
 */
export async function testSeedPath(): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  return cachedSeed({
    folder: CACHE,
    parts: migrations.flatMap(({ name, sql }) => [name, sql]),
    create: () => createSeed((pool) => migrate(drizzleOn(pool), migrations), { compress: false }),
  });
}

/**
 * The same for databases in memory, without the files of PostgreSQL's template databases, which nobody opens there:
 * six hundred files, and a fifth of the time of opening one.
 */
export async function memorySeedPath(): Promise<string> {
  const whole = await testSeedPath();
  return cachedSeed({
    folder: CACHE,
    parts: ['without templates', basename(whole)],
    create: async () => withoutTemplates(await readFile(whole)),
  });
}

/** Leaves out the content of the folders of `template1` and `template0`, whose numbers never change. */
function withoutTemplates(seed: Uint8Array): Uint8Array {
  const headerBytes = 512;
  const text = (from: number, to: number) =>
    Buffer.from(seed.subarray(from, to)).toString('latin1').split('\0')[0] ?? '';
  const kept: Uint8Array[] = [];
  let at = 0;
  for (let next = at; text(at, at + 100) !== ''; at = next) {
    const size = Number.parseInt(text(at + 124, at + 136), 8);
    next = at + headerBytes + Math.ceil(size / headerBytes) * headerBytes;
    if (!/^\/?base\/[14]\/./.test(text(at, at + 100))) kept.push(seed.subarray(at, next));
  }
  // Two empty headers end the archive.
  return Buffer.concat([...kept, seed.subarray(at)]);
}

/** A seed without tables. */
export async function emptySeed(): Promise<Uint8Array> {
  const path = await cachedSeed({
    folder: CACHE,
    parts: ['empty'],
    create: () => createSeed(undefined, { compress: false }),
  });
  return readFile(path);
}

/**
 * Creates a seed once and returns the path of its file. The name is a hash of `parts` (what the seed was made
 * from) and PGlite's version, so an outdated seed is never used.
 */
export async function cachedSeed(needs: {
  folder: string;
  parts: readonly string[];
  create: () => Promise<Uint8Array>;
}): Promise<string> {
  const path = join(needs.folder, `seed-${seedKey(needs.parts)}.tar`);
  if (existsSync(path)) return path;
  const seed = await needs.create();
  await mkdir(needs.folder, { recursive: true });
  // Concurrent test files may each create it, but must not read half of it.
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(own, seed);
  await rename(own, path);
  return path;
}

function seedKey(parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([pgliteVersion(), ...parts]))
    .digest('hex')
    .slice(0, 20);
}

function pgliteVersion(): string {
  // PGlite does not export its package.json; its main file lies one folder below it.
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest: unknown = JSON.parse(readFileSync(join(dirname(main), '..', 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new Error('The package of PGlite names no version.');
}

export function temporaryFolder(): { path: string; dataDir: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'rollcall-embedded-'));
  return {
    path,
    dataDir: join(path, 'postgres'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
