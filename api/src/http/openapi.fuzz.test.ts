import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFuzz } from '../testing/fuzz/run-fuzz.ts';
import { createScriptedEngine } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** Requests for each operation, others on each database; `npm run bench:fuzz` sends many more. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 6);
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.TEST_DB === 'pglite' ? 20_260_302 : 20_270_302));

/** For the long run. */
const PATIENCE_MS = Math.max(180_000, RUNS * 60_000);

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
});
afterAll(() => app.close());

describe('hostile values in every place of every operation', () => {
  it(
    'are answered as documented: no 5xx, no trace of the inside, nothing that only the database refuses',
    async () => {
      const report = await runFuzz(app, { runs: RUNS, seed: SEED });
      if (process.env.FUZZ_REPORT) {
        const { writeFile } = await import('node:fs/promises');
        await writeFile(
          process.env.FUZZ_REPORT,
          JSON.stringify({ runs: RUNS, seed: SEED, ...report }, null, 2),
        );
      }
      expect(report.problems).toEqual([]);
      // Those that need what this app is not: a new institution, the demo, an archive.
      expect(report.unreached.length).toBeLessThan(12);
    },
    PATIENCE_MS,
  );
});
