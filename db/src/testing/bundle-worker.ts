import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Inside node_modules, so that the bundle finds the packages that it leaves out. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/rollcall/', import.meta.url));

/**
 * Bundles a worker thread's TypeScript entry once per test run, and returns the path of the bundle. Node 20 cannot run
 * TypeScript: compiling it in every thread anew takes a third of a second of processor time.
 */
export async function bundleWorker(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: CACHE,
    build: {
      ssr: entry,
      write: false,
      target: 'node20',
      rolldownOptions: { output: { codeSplitting: false } },
    },
    ssr: { noExternal: [/^@rollcall\//] },
  });
  if (!('output' in built)) throw new Error('Vite built something else than one bundle.');
  const [{ code }] = built.output;
  const path = join(CACHE, `worker-${createHash('sha256').update(code).digest('hex').slice(0, 20)}.mjs`);
  await mkdir(CACHE, { recursive: true });
  // Set-ups of several projects may write it at once, and none must read half of it.
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(own, code);
  await rename(own, path);
  return path;
}
