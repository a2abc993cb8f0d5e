// Digest of a build's sources, to skip a build whose sources did not change.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'testing']);

async function* files(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name) || entry.name.includes('.test.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

export async function digestOf(root, folders) {
  const digest = createHash('sha256');
  for (const folder of folders) {
    const paths = [];
    for await (const path of files(join(root, folder))) paths.push(path);
    for (const path of paths.sort()) digest.update(path.slice(root.length)).update(await readFile(path));
  }
  digest.update(await readFile(join(root, 'package-lock.json')));
  return digest.digest('hex');
}
