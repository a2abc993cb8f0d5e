import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type ResolvedConfig } from 'vite';

type Renderer = typeof import('../../src/app/start/prerender.tsx');

/**
 * Bundles src/app/start/prerender.tsx for Node with the libraries that browsers get, so that it renders what the app
 * in the browser expects to find, and passes it to `work`.
 */
export async function withRenderer<T>(
  { root, css, define }: ResolvedConfig,
  work: (renderer: Renderer) => Promise<T>,
): Promise<T> {
  const outDir = await mkdtemp(join(tmpdir(), 'rollcall-prerender-'));
  try {
    await build({
      root,
      configFile: false,
      mode: 'production',
      logLevel: 'warn',
      plugins: [react()],
      css: { postcss: css.postcss ?? {} },
      // The router keeps itself there, for its tools.
      define: { ...define, self: 'globalThis' },
      // The browsers' version keeps a channel open, and with it the build.
      resolve: { alias: { 'react-dom/static': 'react-dom/static.node' } },
      ssr: { noExternal: true, resolve: { conditions: ['browser', 'module', 'import', 'default'] } },
      build: {
        ssr: 'src/app/start/prerender.tsx',
        outDir,
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'es2022',
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs', chunkFileNames: '[name]-[hash].mjs' } },
      },
    });
    return await work(await import(pathToFileURL(join(outDir, 'prerender.mjs')).href));
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
