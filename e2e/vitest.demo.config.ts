import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { NOT_ON_DEMO } from './src/kit/server/host.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { E2E_ALL, TEST_LANE } = process.env;
/**
 * Journeys that run against the demo: those of what differs there (the first visit; tabs that share one database, faces in
 * the browser). `npm run test:demo` runs the others too.
 */
const include = `src/${E2E_ALL ? '**' : 'journeys/demo'}/*${TEST_LANE === 'rest' ? '.full' : ''}.test.ts`;

/** The same journeys against the demo, where server and database run in the visitor's browser. */
export default defineConfig({
  test: {
    name: 'e2e-demo',
    root: at('.'),
    include: [include],
    exclude: [
      ...Object.keys(NOT_ON_DEMO).map((name) => `src/journeys/**/${name}`),
      ...(TEST_LANE === 'quick' ? ['src/**/*.full.test.ts'] : []),
    ],
    globalSetup: [at('src/kit/server/global-setup.ts')],
    env: { E2E_HOST: 'demo' },
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
