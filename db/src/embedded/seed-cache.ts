import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * A seed made once and kept in a file. `parts` is what the seed was made from (the text of the migrations);
 * with PGlite's version they make the name, so a stale seed is never found, only left behind.
 */
export async function cachedSeed(needs: {
  folder: string;
  parts: readonly string[];
  create: () => Promise<Uint8Array>;
}): Promise<Uint8Array> {
  const path = join(needs.folder, `seed-${seedKey(needs.parts)}.tar`);
  const found = await readFile(path).catch(() => undefined);
  if (found !== undefined) return found;
  const seed = await needs.create();
  await mkdir(needs.folder, { recursive: true });
  // Test files start side by side: each may make it, none may read half of it.
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(own, seed);
  await rename(own, path);
  return seed;
}

export function seedKey(parts: readonly string[]): string {
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
