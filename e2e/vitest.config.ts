import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Journeys in a real browser against the built server. One at a time: two browsers on two cores tell lies about time. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: at('.'),
    include: ['src/**/*.test.ts'],
    globalSetup: [at('src/kit/build-once.ts')],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
