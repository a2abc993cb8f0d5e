// `npm run build:demo`: builds the product as a static folder in demo/dist if its sources changed (docs/decisions/0016).
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { digestOf } from './build-digest.mjs';
import { reportSizes } from './demo-sizes.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'demo/dist');
const SOURCES = ['core', 'db', 'face', 'api', 'demo', 'web', 'bench/results', 'tools/build'];

/**
 * PGlite's loader of extensions with JavaScript evaluates it in its own scope, and so keeps every name of the worker from
 * being shortened (a tenth of its size). The demo loads no such extension.
 */
const evalWithoutNames = () => ({
  name: 'eval-without-names',
  transform(code, id) {
    if (!/@electric-sql\/pglite\/dist\/chunk-/.test(id) || !code.includes('=eval(func)')) return null;
    return { code: code.replaceAll('=eval(func)', '=(0,eval)(func)'), map: null };
  },
});

const stamp = join(dist, '.built');
const digest = await digestOf(root, SOURCES);
const before = await readFile(stamp, 'utf8').catch(() => '');
if (process.argv.includes('--force') || before !== digest) {
  process.stdout.write('Building the demo…\n');
  await rm(dist, { recursive: true, force: true });
  const load = (path) => tsImport(pathToFileURL(join(root, path)).href, import.meta.url);
  const { makePacks } = await load('demo/build/make-packs.ts');
  const { ensureModels } = await load('face/src/models/ensure-models.ts');
  const { emptyNodeFallbacks } = await load('web/build/node-fallbacks.ts');
  const { MODEL_PARTS } = await load('face/src/models/model-parts.ts');
  const staging = join(root, 'node_modules/.cache/rollcall/demo');
  await rm(staging, { recursive: true, force: true });
  const packs = await makePacks(staging);
  const { build } = await import('vite');
  await build({
    root: join(root, 'web'),
    mode: 'demo',
    logLevel: 'warn',
    define: { __DEMO_PACKS__: JSON.stringify(packs) },
    worker: { format: 'es', plugins: () => [evalWithoutNames(), emptyNodeFallbacks()] },
    resolve: {
      alias: [
        { find: '../locales/index.js', replacement: join(root, 'demo/build/one-language.ts') },
        { find: '../../lib/kiosk/queue/seal.ts', replacement: join(root, 'demo/build/no-sealing.ts') },
        { find: './onnx-files.ts', replacement: join(root, 'demo/src/faces/onnx-files.ts') },
      ],
    },
    build: { outDir: dist, emptyOutDir: true },
  });
  // The bundler copies the files that PGlite and ONNX Runtime refer to; the demo loads them from packs instead.
  for (const name of await readdir(join(dist, 'assets')))
    if (/^(pglite|initdb|ort-wasm).*\.(wasm|data)$/.test(name)) await rm(join(dist, 'assets', name));
  await cp(join(staging, 'packs'), join(dist, 'packs'), { recursive: true });
  const models = await ensureModels({ dir: join(root, 'models'), preplaced: process.env.MODELS_DIR });
  await mkdir(join(dist, 'models'), { recursive: true });
  for (const { id, file } of MODEL_PARTS) await cp(models[id], join(dist, 'models', file));
  await writeFile(stamp, digest);
}
await reportSizes(dist, process.argv.includes('--quiet'));
