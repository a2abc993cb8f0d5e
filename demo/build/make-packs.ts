import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Packs } from '../src/packs.ts';
import { engineFolder, readEngineData } from './engine-data.ts';
import { makeImage } from './make-image.ts';

const zip = promisify(gzip);

/** Compresses each part into `folder/packs` under a name that changes with its content. */
export async function makePacks(folder: string): Promise<Packs> {
  await mkdir(join(folder, 'packs'), { recursive: true });
  const pack = async (name: string, content: Uint8Array) => {
    const packed = await zip(content, { level: 9 });
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const path = `packs/${name}-${hash}.pack`;
    await writeFile(join(folder, path), packed);
    return { path, bytes: packed.length };
  };
  return {
    engine: await pack('postgres', await readFile(join(engineFolder(), 'pglite.wasm'))),
    engineData: await pack('postgres-files', await readEngineData()),
    image: await pack('school', await makeImage()),
  };
}
