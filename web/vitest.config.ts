import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests render real pages on the real API and the embedded database; nothing of ours is mocked. */
export default defineConfig({
  plugins: [react()],
  define: {
    __REPOSITORY_URL__: JSON.stringify('https://example.test/rollcall'),
    __APP_VERSION__: JSON.stringify('0.0.0'),
    __BENCH_FIGURES__: JSON.stringify({
      accuracy: null,
      requestP95Ms: null,
      people: null,
      records: null,
      fairness: {
        day: '2026-11-01',
        rows: [
          {
            row: 'from8',
            people: 600,
            falseMatches: { rate: 1 / 24_700, low: 1 / 50_000, high: 1 / 16_000 },
            falseMatchesBefore: { rate: 1 / 88, low: 1 / 90, high: 1 / 80 },
            misses: { rate: 0.097, low: 0.05, high: 0.2 },
          },
          {
            row: 'black_women',
            people: 160,
            falseMatches: { rate: 0, low: 0, high: 1 / 8800 },
            falseMatchesBefore: { rate: 1 / 240, low: 1 / 300, high: 1 / 200 },
            misses: null,
          },
        ],
      },
      ages: {
        adults: { falseMatches: 1 / 21_000, misses: 0.021 },
        from_12: { falseMatches: 1 / 5900, misses: 0.18 },
        under_12: { falseMatches: 1 / 3700, misses: 0.167 },
      },
      attacks: {
        day: '2026-11-02',
        rows: [
          { row: 'bent', passed: 1, tries: 20, low: 0.009, high: 0.236 },
          { row: 'recording', passed: 0, tries: 20, low: 0, high: 0.161 },
        ],
        places: [{ row: 'code', passed: 0, tries: 20, low: 0, high: 0.161 }],
        genuine: [{ row: 'always', passed: 97, tries: 100, low: 0.915, high: 0.99 }],
      },
    }),
  },
  test: {
    name: 'web',
    root: at('.'),
    // Every page belongs to every change: none is left to the lane `rest` (vitest.config.ts).
    include: process.env.TEST_LANE === 'rest' ? [] : ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    environment: at('src/testing/jsdom-environment.ts'),
    environmentOptions: { jsdom: { url: 'http://localhost:5000/' } },
    setupFiles: [
      at('src/testing/setup.ts'),
      ...(process.env.TEST_POSTGRES_URL ? [] : [at('../db/src/testing/keep-engine.ts')]),
    ],
    globalSetup: [at('../db/src/testing/global-setup.ts')],
    env: { TEST_DB: process.env.TEST_POSTGRES_URL ? 'postgres' : 'pglite', TZ: 'UTC' },
    isolate: false,
    css: false,
    // High enough for a slow machine: they catch tests that hang.
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
});
