import { defineConfig } from 'vite';

/**
 * The production server: our own TypeScript in a few files, every npm package left where npm put it. Workers are
 * entries of their own, because each runs in a thread of its own and is found by its file name.
 */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'src/main.ts',
        cli: 'src/cli.ts',
        'make-seed': 'src/make-seed.ts',
        'engine.worker': '../face/src/engine.worker.ts',
        'embedded.worker': '../db/src/embedded/embedded.worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: [/^@rollcall\//] },
});
