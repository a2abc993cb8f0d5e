import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { openEmbedded } from './open-embedded.ts';

/**
 * A packed data folder for `openEmbedded`: initdb done and, by `prepare`, the schema in it.
 * initdb costs seconds of CPU; loading this takes about one.
 */
export async function createSeed(
  prepare: (pool: pg.Pool) => Promise<void> = async () => {},
  options: { compress?: boolean; workerUrl?: URL } = {},
): Promise<Uint8Array> {
  const { workerUrl, compress = true } = options;
  const embedded = await openEmbedded({
    at: 'memory',
    statementTimeoutMs: 0,
    ...(workerUrl === undefined ? {} : { workerUrl }),
  });
  try {
    await prepare(embedded.pool);
    const tar = await embedded.closeAsSeed();
    return compress ? gzipSync(tar, { level: 6 }) : tar;
  } finally {
    await embedded.close();
  }
}
