// Builds the web app and the server, each only when something it is made of has changed.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const force = process.argv.includes('--force');

const SKIPPED = new Set(['node_modules', 'dist', 'testing']);

async function* files(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name) || entry.name.includes('.test.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

/** One digest of everything a build reads. */
async function digestOf(folders) {
  const digest = createHash('sha256');
  for (const folder of folders) {
    const paths = [];
    for await (const path of files(join(root, folder))) paths.push(path);
    for (const path of paths.sort()) digest.update(path.slice(root.length)).update(await readFile(path));
  }
  digest.update(await readFile(join(root, 'package-lock.json')));
  return digest.digest('hex');
}

// Loaded only when there is something to build: the server runs in this process afterwards.
const vite = async (folder) => (await import('vite')).build({ root: join(root, folder), logLevel: 'warn' });

async function buildOnce(name, folders, outDir, work) {
  const stamp = join(root, outDir, '.built');
  const digest = await digestOf(folders);
  const before = await readFile(stamp, 'utf8').catch(() => '');
  if (!force && before === digest) return;
  process.stdout.write(`Building ${name}…\n`);
  await work();
  await writeFile(stamp, digest);
}

await buildOnce('the web app', ['core', 'api', 'web', 'bench/results'], 'web/dist', () => vite('web'));

await buildOnce('the server', ['core', 'db', 'face', 'api', 'server'], 'server/dist', async () => {
  const dist = join(root, 'server/dist');
  await vite('server');
  await mkdir(join(dist, 'migrations'), { recursive: true });
  await cp(join(root, 'db/migrations'), join(dist, 'migrations'), { recursive: true });
  // An empty, migrated database: a new installation starts from it and saves the seconds of making one.
  const { makeSeed } = await import(pathToFileURL(join(dist, 'make-seed.js')).href);
  await writeFile(join(dist, 'seed.tar.gz'), await makeSeed());
});
