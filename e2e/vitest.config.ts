import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Journeys in a real browser against the built server. None of them measures time, so they may share the machine. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: at('.'),
    include: ['src/**/*.test.ts'],
    // What only the demo does: vitest.demo.config.ts.
    exclude: ['src/journeys/demo*'],
    globalSetup: [at('src/kit/build-once.ts')],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
