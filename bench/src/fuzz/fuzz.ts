import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot, saveResult } from '../shared/results.ts';

/**
 * `npm run bench:fuzz [requests for each operation] [seed]`: hostile values in every place of every operation of the
 * OpenAPI document, many more than in `npm test`, on the embedded database. With TEST_POSTGRES_URL on PostgreSQL.
 */
const [runs = '100', seed = '1'] = process.argv.slice(2);

interface Report {
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly unreached: readonly string[];
  readonly problems: readonly string[];
}

const database = process.env.TEST_POSTGRES_URL ? 'postgres' : 'pglite';
const folder = mkdtempSync(join(tmpdir(), 'rollcall-fuzz-'));
const file = join(folder, 'report.json');
try {
  spawnSync(
    process.execPath,
    [fromRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', `api (${database})`, 'openapi.fuzz'],
    {
      cwd: fromRoot('.'),
      stdio: 'inherit',
      env: { ...process.env, FUZZ_RUNS: runs, FUZZ_SEED: seed, FUZZ_REPORT: file },
    },
  );
  const { requests, statuses, unreached, problems } = JSON.parse(readFileSync(file, 'utf8')) as Report; // written by the test
  await saveResult(`fuzz-${database}`, {
    what: `Hostile values in every operation of the OpenAPI document, ${runs} for each, seed ${seed}, on ${database}`,
    requests,
    statuses,
    operations_without_a_success: unreached,
    problems,
    holds: problems.length === 0,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
