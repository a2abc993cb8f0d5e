// `npm run build`: builds the web app and the server, each only if its sources changed; `--only=server` leaves out the
// web app.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digestOf } from './build-digest.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const force = process.argv.includes('--force');

// Loaded only when needed: with `npm start` the server runs in this process afterwards.
const vite = async (folder) => (await import('vite')).build({ root: join(root, folder), logLevel: 'warn' });

async function buildOnce(name, folders, outDir, work) {
  const stamp = join(root, outDir, '.built');
  const digest = await digestOf(root, folders);
  const before = await readFile(stamp, 'utf8').catch(() => '');
  if (!force && before === digest) return;
  process.stdout.write(`Building ${name}…\n`);
  await work();
  await writeFile(stamp, digest);
}

if (!process.argv.includes('--only=server'))
  await buildOnce('the web app', ['core', 'api', 'face', 'web', 'bench/results'], 'web/dist', () =>
    vite('web'),
  );

await buildOnce('the server', ['core', 'db', 'face', 'api', 'server'], 'server/dist', async () => {
  const dist = join(root, 'server/dist');
  await vite('server');
  await mkdir(join(dist, 'migrations'), { recursive: true });
  await cp(join(root, 'db/migrations'), join(dist, 'migrations'), { recursive: true });
  // An empty, migrated database from which a new installation starts; creating one takes seconds.
  const { makeSeed } = await import(pathToFileURL(join(dist, 'make-seed.js')).href);
  await writeFile(join(dist, 'seed.tar.gz'), await makeSeed());
});
