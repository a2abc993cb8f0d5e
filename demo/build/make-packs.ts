import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compress, init } from '@bokuweb/zstd-wasm';
import type { Packs } from '../src/packs.ts';
import { engineFolder, readEngineData } from './engine-data.ts';
import { makeImage } from './make-image.ts';

/** A fifth smaller than gzip, and its reader (demo/src/unpack.ts) is a script of 8 kB. */
const STRENGTH = 19;

const runtimePath = () =>
  createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');

/** Compresses each part into `folder/packs` under a name that changes with its content. */
export async function makePacks(folder: string): Promise<Packs> {
  await mkdir(join(folder, 'packs'), { recursive: true });
  await init();
  const pack = async (name: string, content: Uint8Array) => {
    const packed = compress(content, STRENGTH);
    // Of what is sent, not of what is in it: a browser that kept an older way of packing must not meet it again.
    const hash = createHash('sha256').update(packed).digest('hex').slice(0, 12);
    const path = `packs/${name}-${hash}.pack`;
    await writeFile(join(folder, path), packed);
    return { path, bytes: packed.length };
  };
  return {
    engine: await pack('postgres', await readFile(join(engineFolder(), 'pglite.wasm'))),
    engineData: await pack('postgres-files', await readEngineData()),
    image: await pack('school', await makeImage()),
    runtime: await pack('onnx-runtime', await readFile(runtimePath())),
  };
}
