import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { readBenchFigures, readRepositoryUrl, readVersion } from './build/build-constants.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { compressAssets } from './build/compress-assets.ts';
import { emptyNodeFallbacks } from './build/node-fallbacks.ts';
import { preloadFont } from './build/preload-font.ts';
import { prerenderPages } from './build/prerender/prerender-pages.ts';
import { pwaOptions } from './build/pwa-options.ts';

const server = process.env.API_URL ?? 'http://localhost:5000';

/** `--mode demo` builds a static folder that works under any path (tools/build/build-demo.mjs). */
export default defineConfig(({ mode }) => ({
  base: mode === 'demo' ? './' : '/',
  plugins: [
    react(),
    emptyNodeFallbacks(),
    VitePWA(pwaOptions(mode)),
    preloadFont(),
    prerenderPages(mode),
    mode === 'demo' ? null : compressAssets(),
  ],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  define: {
    __REPOSITORY_URL__: JSON.stringify(readRepositoryUrl()),
    __APP_VERSION__: JSON.stringify(readVersion()),
    __BENCH_FIGURES__: JSON.stringify(readBenchFigures()),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 650,
    // For tests and benches; the server does not send it.
    manifest: true,
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: { groups: chunkGroups(import.meta.dirname) },
      },
    },
  },
  worker: { format: 'es' },
  // Discovered only when a camera opens; pre-bundling it then would reload the page.
  optimizeDeps: { exclude: ['onnxruntime-web'] },
  server: { port: 5173, proxy: { '/api': server, '/models': server, '/setup/rollcall': server } },
}));
