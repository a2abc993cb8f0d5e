import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { NOT_ON_DEMO } from './src/kit/not-on-demo.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What shows the most for its seconds; `npm run test:demo` visits the demo with every journey that can. */
const SELECTED = ['src/journeys/demo.test.ts', 'src/journeys/student.test.ts'];

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
  },
});
