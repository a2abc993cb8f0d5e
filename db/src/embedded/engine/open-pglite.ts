import { MemoryFS, PGlite } from '@electric-sql/pglite';
import {
  assertSameMajor,
  createFromSeed,
  hasDatabase,
  removeStalePid,
  unpacked,
} from '../folder/data-folder.ts';
import { assertDurable, DurableFs } from '../folder/durable-fs.ts';
import type { WorkerOptions } from './engine-worker.ts';
import { startParams } from './start-params.ts';

/**
 * Opens PGlite inside the worker, in memory or on the data folder. `onStderr` receives Postgres' log lines.
 */
export async function openPglite(options: WorkerOptions, onStderr: (line: string) => void): Promise<PGlite> {
  const onStderrLine = (line: string) => {
    onStderr(line);
    return false;
  };
  const { dataDir } = options;
  if (dataDir === undefined) {
    return PGlite.create({
      fs: new SeedFs(),
      ...(options.seed === undefined ? {} : { loadDataDir: new TarBlob(options.seed) }),
      startParams: startParams({ durable: false }),
      onStderr: onStderrLine,
    });
  }
  if (!hasDatabase(dataDir)) createFromSeed(dataDir, options.seed ?? (await initdb()));
  assertSameMajor(dataDir, postgresMajor);
  removeStalePid(dataDir);
  const fs = new DurableFs(dataDir);
  const pg = await PGlite.create({ fs, startParams: startParams({ durable: true }), onStderr: onStderrLine });
  await assertDurable(pg, () => fs.syncs);
  return pg;
}

/** Major version of PGlite 0.5.x. A folder of another major cannot be opened, only restored from a backup. */
export const postgresMajor = '18';

async function initdb(): Promise<Uint8Array> {
  return closeAsSeed(await PGlite.create({ fs: new SeedFs(), startParams: startParams({ durable: false }) }));
}

/**
 * Shuts Postgres down and returns its folder as a tar. Without the shutdown every start from the seed would
 * run crash recovery.
 */
export async function closeAsSeed(pg: PGlite): Promise<Uint8Array> {
  const { fs } = pg;
  if (!(fs instanceof SeedFs)) throw new Error('Only a database in memory becomes a seed.');
  return new Promise((resolve, reject) => {
    fs.onShutDown = resolve;
    pg.close().catch(reject);
  });
}

/** Memory file system that dumps its files after Postgres has stopped, before they are freed. */
class SeedFs extends MemoryFS {
  onShutDown: ((tar: Uint8Array) => void) | undefined;

  override async closeFs(): Promise<void> {
    if (this.onShutDown) {
      const dump = await this.dumpTar('seed', 'none');
      this.onShutDown(new Uint8Array(await dump.arrayBuffer()));
    }
    await super.closeFs();
  }
}

/**
 * The Blob that PGlite wants for a seed, without copying: Node's own Blob takes a quarter of a second for 40
 * MB.
 */
class TarBlob extends Blob {
  readonly #tar: Uint8Array;

  constructor(seed: Uint8Array) {
    super([], { type: 'application/x-tar' });
    this.#tar = unpacked(seed);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#tar;
    const whole = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
    return whole ? buffer : new Uint8Array(this.#tar).buffer;
  }
}
