import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compress, init } from '@bokuweb/zstd-wasm';
import type { Packs } from '../src/storage/packs.ts';
import { makeDisk } from './make-disk.ts';

/** The folder of pglite.wasm, pglite.data and the module that lists the contents of the latter. */
const engineFolder = (): string => dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));

/**
 * Files a running database opens: PL/pgSQL for the triggers, UTC (no statement converts time zones), and the small files PGlite itself reads.
 * The rest is for initdb, other encodings, text search and building extensions.
 */
const NEEDED =
  /^\/home\/|^\/pglite\/(bin\/|locale-a$|password$|pgstd)|\/plpgsql\.so$|\/timezone\/(Etc\/)?(UTC|GMT)$|\/timezonesets\/Default$/;

const ENTRY = /filename:"([^"]+)",start:([\de]+),end:([\de]+)/g;

/**
 * Reads pglite.data with every file that is not needed zeroed. The offsets are compiled into PGlite, so the
 * length must stay; zeros compress to nothing: 1.9 MB become 0.1.
 */
async function readEngineData(): Promise<Uint8Array> {
  const folder = engineFolder();
  const data = new Uint8Array(await readFile(join(folder, 'pglite.data')));
  const entries = [...(await readContents(folder)).matchAll(ENTRY)];
  const end = Math.max(0, ...entries.map((entry) => Number(entry[3])));
  if (entries.length < 100 || end !== data.length)
    throw new Error('The contents of pglite.data are not where this version of PGlite keeps them.');
  for (const [, name = '', from, to] of entries)
    if (!NEEDED.test(name)) data.fill(0, Number(from), Number(to));
  return data;
}

/** Finds the PGlite module that lists the files of pglite.data. */
async function readContents(folder: string): Promise<string> {
  const index = await readFile(join(folder, 'index.js'), 'utf8');
  for (const [, name = ''] of index.matchAll(/"\.\/(chunk-\w+\.js)"/g)) {
    const text = await readFile(join(folder, name), 'utf8');
    if (text.includes('remote_package_size')) return text;
  }
  return '';
}

/** zstd level, the highest. A fifth smaller than gzip; the decoder (demo/src/storage/packs.ts) is 8 kB of script. */
const ZSTD_LEVEL = 22;

const runtimePath = () =>
  createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');

/** Compresses each part into `folder/packs`, named by a digest of the compressed bytes. */
export async function makePacks(folder: string): Promise<Packs> {
  await mkdir(join(folder, 'packs'), { recursive: true });
  await init();
  const pack = async (name: string, content: Uint8Array) => {
    const packed = compress(content, ZSTD_LEVEL);
    // Of the compressed bytes, so that a change of the compression also changes the cached address.
    const hash = createHash('sha256').update(packed).digest('hex').slice(0, 12);
    const path = `packs/${name}-${hash}.pack`;
    await writeFile(join(folder, path), packed);
    return { path, bytes: packed.length };
  };
  return {
    engine: await pack('postgres', await readFile(join(engineFolder(), 'pglite.wasm'))),
    engineData: await pack('postgres-files', await readEngineData()),
    disk: await pack('school', await makeDisk()),
    runtime: await pack('onnx-runtime', await readFile(runtimePath())),
  };
}
