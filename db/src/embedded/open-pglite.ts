import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { assertSameMajor, createFromSeed, hasDatabase, removeStalePid } from './data-folder.ts';
import { assertDurable } from './durability-check.ts';
import { DurableFs } from './durable-fs.ts';
import { startParams } from './start-params.ts';
import { unpacked } from './untar.ts';
import type { WorkerOptions } from './worker-messages.ts';

/** Runs inside the worker. `onStderr` receives Postgres' own log lines. */
export async function openPglite(options: WorkerOptions, onStderr: (line: string) => void): Promise<PGlite> {
  const listen = (line: string) => {
    onStderr(line);
    return false;
  };
  const { dataDir } = options;
  if (dataDir === undefined) {
    return PGlite.create({
      fs: new SeedFs(),
      ...(options.seed === undefined ? {} : { loadDataDir: new TarBlob(options.seed) }),
      startParams: startParams({ durable: false }),
      onStderr: listen,
    });
  }
  if (!hasDatabase(dataDir)) createFromSeed(dataDir, options.seed ?? (await initdb()));
  assertSameMajor(dataDir, postgresMajor);
  removeStalePid(dataDir);
  const fs = new DurableFs(dataDir);
  const pg = await PGlite.create({ fs, startParams: startParams({ durable: true }), onStderr: listen });
  await assertDurable(pg, () => fs.syncs);
  return pg;
}

/** PGlite 0.5.x is PostgreSQL 18; a folder of another major cannot be opened, only restored from a backup. */
export const postgresMajor = '18';

async function initdb(): Promise<Uint8Array> {
  return closeAsSeed(await PGlite.create({ fs: new SeedFs(), startParams: startParams({ durable: false }) }));
}

/** Shuts down first: what is loaded from this seed then starts without recovering from a crash that never was. */
export async function closeAsSeed(pg: PGlite): Promise<Uint8Array> {
  const { fs } = pg;
  if (!(fs instanceof SeedFs)) throw new Error('Only a database in memory becomes a seed.');
  return new Promise((resolve, reject) => {
    fs.onShutDown = resolve;
    pg.close().catch(reject);
  });
}

/** Memory whose files can be had in the moment when Postgres has stopped and they still exist. */
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

/** PGlite wants a Blob and reads all of it at once; Node's own takes a quarter of a second over 40 MB. */
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
