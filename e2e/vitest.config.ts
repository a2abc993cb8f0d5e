import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Journeys in a real browser against the built server. None measures time, so two files may run at once. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: at('.'),
    include: [process.env.TEST_LANE === 'rest' ? 'src/**/*.full.test.ts' : 'src/**/*.test.ts'],
    exclude: [
      // These run against the demo only (vitest.demo.config.ts).
      'src/journeys/demo/**',
      ...(process.env.TEST_LANE === 'quick' ? ['src/**/*.full.test.ts'] : []),
    ],
    globalSetup: [at('src/kit/server/global-setup.ts')],
    // Their browsers use every core: with a third worker the camera's pictures come too late for a challenge.
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    testTimeout: 240_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
