import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// No module keeps state, so test files may share what they load (`isolate: false`): loading it anew for each of them
// was a quarter of their time.

// A test that loads ONNX Runtime itself must not send usage data either; the product sets this on its own.
process.env.ORT_DISABLE_TELEMETRY = '1';

/** Limits for what hangs, not for what is slow: the machine may be anybody's. */
const PATIENCE = { testTimeout: 180_000, hookTimeout: 240_000, expect: { poll: { timeout: 20_000 } } };

/** Keeps the compiled database engine for all test files of a process. */
const KEEP_ENGINE = new URL('./db/src/testing/keep-engine.ts', import.meta.url).pathname;

/** The same tests run on both databases; `tools/test/test.mjs` says where a PostgreSQL is, if one can be had. */
const engines = [
  'pglite',
  ...(process.env.TEST_POSTGRES_URL ? ['postgres'] : []),
  // The demo's database in the browser has a client of its own; `npm run test:demo` asks the same tests of it.
  ...(process.env.TEST_BROWSER_CLIENT ? ['browser'] : []),
];
/**
 * API tests that run on both databases. Where there is a PostgreSQL the others run there only, which is faster: the
 * repositories are tested on both (db/), the web app's pages, the commands and the journeys use the embedded database,
 * and `npm run test:databases` runs everything on both.
 */
const ON_BOTH = [
  'src/spec-calls.test.ts',
  'src/{analytics,attendance,notices,people}/*.test.ts',
  'src/http/bad-input.test.ts',
];
const ON_ONE = process.env.TEST_POSTGRES_URL && !process.env.TEST_EVERYTHING_ON_BOTH;
const onDatabases = (name: string) =>
  engines.map((engine) => ({
    test: {
      name: `${name} (${engine})`,
      root: `./${name}`,
      include: name === 'api' && engine === 'pglite' && ON_ONE ? ON_BOTH : ['src/**/*.test.ts'],
      // Tests of one database only: the embedded and the browser database open their own, LISTEN needs PostgreSQL.
      exclude: [
        ...(engine === 'pglite' ? [] : ['src/embedded/**', 'src/browser/**']),
        ...(engine === 'postgres' ? [] : ['src/**/*.postgres.test.ts']),
      ],
      globalSetup: [new URL('./db/src/testing/global-setup.ts', import.meta.url).pathname],
      env: { TEST_DB: engine },
      setupFiles: engine === 'pglite' ? [KEEP_ENGINE] : [],
      isolate: false,
      ...PATIENCE,
    },
  }));

const plain = (name: string, setupFiles: string[] = [], globalSetup: string[] = []) => ({
  test: {
    name,
    isolate: false,
    setupFiles,
    globalSetup,
    root: `./${name}`,
    include: ['src/**/*.test.ts'],
    ...PATIENCE,
  },
});

/** The longest journeys. Vitest starts the largest file first, and in `camera.test.ts` the journeys are imported. */
const LONG_JOURNEYS = ['camera.test.ts', 'accessibility.test.ts', 'demo-faces.test.ts'];

/** Starts the longest journeys first, so that none of them runs alone at the end. */
class LongJourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const longest = LONG_JOURNEYS.flatMap((name) =>
      sorted.filter(({ moduleId }) => moduleId.endsWith(`/journeys/${name}`)),
    );
    return [...new Set([...longest, ...sorted])];
  }
}

/** The web app and the journeys bring settings of their own: jsdom and React, a browser. */
const own = ['./web/vitest.config.ts', './e2e/vitest.config.ts', './e2e/vitest.demo.config.ts'].filter(
  (path) => existsSync(new URL(path, import.meta.url)),
);

export default defineConfig({
  test: {
    projects: [
      plain('core'),
      plain('face'),
      plain('tools'),
      plain('bench'),
      ...onDatabases('db'),
      ...onDatabases('api'),
      plain('server', [KEEP_ENGINE], ['./src/testing/build-server.ts']),
      plain('demo'),
      ...own,
    ],
    // For two cores: a third worker computes while the others wait for files, child processes and PostgreSQL. The
    // journeys run after these tests, two at a time (e2e/vitest.config.ts).
    maxWorkers: 3,
    sequence: { sequencer: LongJourneysFirst },
  },
});
