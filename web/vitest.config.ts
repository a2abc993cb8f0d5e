import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests render real pages on the real API and the embedded database; nothing of ours is mocked. */
export default defineConfig({
  plugins: [react()],
  define: {
    __REPOSITORY_URL__: JSON.stringify('https://example.test/rollcall'),
    __BENCH_FIGURES__: JSON.stringify({
      accuracy: null,
      requestP95Ms: null,
      people: null,
      records: null,
      fairness: null,
      ages: null,
    }),
  },
  test: {
    name: 'web',
    root: at('.'),
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    environment: at('src/testing/jsdom-environment.ts'),
    environmentOptions: { jsdom: { url: 'http://localhost:5000/' } },
    setupFiles: [at('src/testing/setup.ts'), at('../db/src/testing/keep-engine.ts')],
    globalSetup: [at('../db/src/testing/global-setup.ts')],
    env: { TEST_DB: 'pglite', TZ: 'UTC' },
    isolate: false,
    css: false,
    // High enough for a slow machine: they catch tests that hang.
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
});
