import { defineConfig } from 'vite';

/**
 * Bundles our TypeScript for production and leaves npm packages in node_modules. Workers are separate entries, because
 * each is started by its file name.
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
        cli: 'src/cli/cli.ts',
        'make-seed': 'src/storage/make-seed.ts',
        'parse.worker': 'src/parsing/parse.worker.ts',
        'engine.worker': '../face/src/engine/engine.worker.ts',
        'gallery.worker': '../face/src/gallery/gallery.worker.ts',
        'opening.worker': '../face/src/opening/opening.worker.ts',
        'embedded.worker': '../db/src/embedded/embedded.worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  // The zone data are JSON, which Node 20 imports from packages with a warning only.
  ssr: { noExternal: [/^@rollcall\//, 'moment-timezone'] },
});
