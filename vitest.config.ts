import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// A test that loads ONNX Runtime itself must not send usage data either; the product sets this on its own.
process.env.ORT_DISABLE_TELEMETRY = '1';

/** Limits for what hangs, not for what is slow: the machine may be anybody's. */
const PATIENCE = { testTimeout: 180_000, hookTimeout: 240_000, expect: { poll: { timeout: 20_000 } } };

/**
 * `tools/test/test.mjs` runs two lanes: `quick` (`npm test`) leaves out `*.full.test.ts` and the second database,
 * `rest` runs just those. Without a lane everything runs.
 */
const lane = process.env.TEST_LANE;
const FULL = '**/*.full.test.{ts,tsx}';

/** The test files of a project in this lane. */
const inLane = (include: readonly string[], exclude: readonly string[] = []) => ({
  include: lane === 'rest' ? include.map((glob) => glob.replace('*.test.', '*.full.test.')) : [...include],
  exclude: ['**/node_modules/**', ...exclude, ...(lane === 'quick' ? [FULL] : [])],
});

/** Where a PostgreSQL can be had, the tests run on it; without, on the embedded database. */
const engine = process.env.TEST_POSTGRES_URL ? 'postgres' : 'pglite';

/** What is tested on the embedded database besides: its own parts, in the lane `rest` these, and on request everything. */
const EMBEDDED = ['db/src/{embedded,browser}/**/*.test.ts'];
const ON_BOTH = process.env.TEST_EVERYTHING_ON_BOTH
  ? ['{db,api}/src/**/*.test.ts']
  : [
      'db/src/**/*.test.ts',
      'api/src/spec-calls.test.ts',
      'api/src/{analytics,attendance,notices,people}/*.test.ts',
      'api/src/http/bad-input.test.ts',
    ];
const NEEDS_POSTGRES = '**/*.postgres{,.full}.test.ts';
/** Keeps the compiled database engine for all test files of a process. */
const KEEP_ENGINE = at('db/src/testing/keep-engine.ts');

// No module keeps state, so test files share what they load (`isolate: false`): loading it anew for each of them was a
// quarter of their time. For the same reason all that needs Node alone is one project.
const inNode = (name: string, database: string, files: ReturnType<typeof inLane>) => ({
  test: {
    name,
    ...files,
    globalSetup: [at('db/src/testing/global-setup.ts')],
    env: { TEST_DB: database },
    setupFiles: database === 'pglite' ? [KEEP_ENGINE] : [],
    isolate: false,
    ...PATIENCE,
  },
});

const node = inNode(
  'node',
  engine,
  inLane(
    ['{core,face,tools,bench,db,api,server,demo}/src/**/*.test.ts'],
    engine === 'postgres' ? EMBEDDED : [NEEDS_POSTGRES],
  ),
);

/** The second database. Where there is no PostgreSQL, `node` has run all of it. */
const embedded = inNode('embedded', 'pglite', {
  include: lane === 'quick' ? EMBEDDED : ON_BOTH,
  exclude: [
    NEEDS_POSTGRES,
    ...(lane === 'quick' ? [FULL] : []),
    // Those of the lane `quick`.
    ...(lane === 'rest' ? ['db/src/{embedded,browser}/**/!(*.full).test.ts'] : []),
  ],
});

/** The demo's database in the browser has a client of its own; `npm run test:demo` asks the API's tests of it. */
const browser = inNode('browser', 'browser', {
  include: ['api/src/**/*.test.ts'],
  exclude: [NEEDS_POSTGRES],
});

/** The web app and the journeys bring settings of their own: jsdom and React, a browser. */
const own = ['./web/vitest.config.ts', './e2e/vitest.config.ts', './e2e/vitest.demo.config.ts'].filter(
  (path) => existsSync(at(path)),
);

export default defineConfig({
  test: {
    projects: [
      node,
      ...(engine === 'postgres' ? [embedded] : []),
      ...(process.env.TEST_BROWSER_CLIENT ? [browser] : []),
      ...own,
    ],
    // What a project has compiled is there for the next one, and for the next run.
    experimental: { fsModuleCache: true },
    // For two cores: a third worker computes while the others wait for files, child processes and PostgreSQL. The
    // journeys run after these tests, two at a time (e2e/vitest.config.ts).
    maxWorkers: 3,
  },
});
