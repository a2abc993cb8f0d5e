import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Db } from '@rollcall/db/connection';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';

interface Needs {
  readonly dataDir: string;
  readonly seed: Uint8Array | undefined;
  readonly log: (message: string) => void;
}

/** Runs work in an embedded database that is thrown away, beside the one that goes on serving. */
export const createScratch =
  ({ dataDir, seed, log }: Needs) =>
  async <T>(work: (scratch: Db) => Promise<T>): Promise<T> => {
    const folder = `${dataDir}.checking-${randomUUID().slice(0, 8)}`;
    try {
      const embedded = await openEmbedded({
        at: { dataDir: folder },
        ...(seed ? { seed } : {}),
        statementTimeoutMs: 0,
        log,
      });
      try {
        return await work(drizzleOn(embedded.pool));
      } finally {
        await embedded.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

/** Removes the folders of restores, dry runs and backups that were interrupted. Only for who has the folder's lock. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  const left = new RegExp(`^${basename(dataDir)}\\.(restoring|snapshot|checking-[0-9a-f]+)(\\.|$)`);
  for (const name of await readdir(dirname(dataDir)))
    if (left.test(name)) await rm(join(dirname(dataDir), name), { recursive: true, force: true });
}
