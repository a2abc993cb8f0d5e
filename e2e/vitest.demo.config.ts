import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { NOT_ON_DEMO } from './src/kit/not-on-demo.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * `npm test` visits the demo with everything that works on its data: faces, classes, notices, people, settings,
 * analytics, reports, backup, export, restore. `npm run test:demo` adds the rest, which shows pages more than data.
 */
const SELECTED = ['demo', 'demo-faces', 'admin', 'data-safety'].map((name) => `src/journeys/${name}.test.ts`);

/** The same journeys against the demo: the product in the visitor's own browser. */
export default defineConfig({
  test: {
    name: 'e2e-demo',
    root: at('.'),
    include: process.env.E2E_ALL ? ['src/**/*.test.ts'] : SELECTED,
    exclude: Object.keys(NOT_ON_DEMO).map((name) => `src/journeys/${name}`),
    globalSetup: [at('src/kit/build-demo-once.ts')],
    env: { E2E_HOST: 'demo' },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
