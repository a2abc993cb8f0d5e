import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { readBenchFigures } from './build/bench-figures.ts';
import { compressAssets } from './build/compress-assets.ts';
import { preloadFont } from './build/preload-font.ts';
import { pwaOptions } from './build/pwa-options.ts';
import { readRepositoryUrl } from './build/repository-url.ts';

export default defineConfig({
  plugins: [react(), VitePWA(pwaOptions), preloadFont(), compressAssets()],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  define: {
    __REPOSITORY_URL__: JSON.stringify(readRepositoryUrl()),
    __BENCH_FIGURES__: JSON.stringify(readBenchFigures()),
  },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 600 },
  server: { port: 5173, proxy: { '/api': process.env.API_URL ?? 'http://localhost:5000' } },
});
