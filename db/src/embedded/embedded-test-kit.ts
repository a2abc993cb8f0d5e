import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSeed } from './seed.ts';
import { cachedSeed } from './seed-cache.ts';

/** An empty database, made once per version of PGlite. */
export function emptySeed(): Promise<Uint8Array> {
  return cachedSeed({
    folder: fileURLToPath(new URL('../../../.cache/seeds', import.meta.url)),
    parts: ['empty'],
    create: () => createSeed(undefined, { compress: false }),
  });
}

export function temporaryFolder(): { path: string; dataDir: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'rollcall-embedded-'));
  return {
    path,
    dataDir: join(path, 'postgres'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
