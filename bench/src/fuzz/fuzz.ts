import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BodyReport } from '@rollcall/api/testing/fuzz/body-costs';
import type { FuzzReport } from '@rollcall/api/testing/fuzz/run-fuzz';
import { fromRoot, saveResult } from '../shared/results.ts';
import { attackWithBodies } from './attack-health.ts';

/**
 * `npm run bench:fuzz [requests for each operation] [seed]`: hostile values in every place of every operation of the
 * OpenAPI document, many more than in `npm test`, on the embedded database; hostile bodies of the largest size to every
 * operation; and a minute of costly bodies against the built server. With TEST_POSTGRES_URL on PostgreSQL.
 */
const [runs = '100', seed = '1'] = process.argv.slice(2);

const database = process.env.TEST_POSTGRES_URL ? 'postgres' : 'pglite';
const folder = mkdtempSync(join(tmpdir(), 'rollcall-fuzz-'));

/** Runs a test file, which writes its report. */
function reportOf<T>(test: string, variable: string, env: Readonly<Record<string, string>> = {}): T {
  const file = join(folder, `${test}.json`);
  spawnSync(
    process.execPath,
    [fromRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'node', `${test}.full`],
    { cwd: fromRoot('.'), stdio: 'inherit', env: { ...process.env, ...env, [variable]: file } },
  );
  return JSON.parse(readFileSync(file, 'utf8')) as T; // written by the test
}

try {
  const values = reportOf<FuzzReport>('openapi.fuzz', 'FUZZ_REPORT', { FUZZ_RUNS: runs, FUZZ_SEED: seed });
  await saveResult(`fuzz-${database}`, {
    what: `Hostile values in every operation of the OpenAPI document, ${runs} for each, seed ${seed}, on ${database}`,
    requests: values.requests,
    statuses: values.statuses,
    operations_without_a_success: values.unreached,
    problems: values.problems,
    holds: values.problems.length === 0,
  });
  const bodies = reportOf<BodyReport>('hostile-bodies', 'BODIES_REPORT');
  const attack = await attackWithBodies();
  await saveResult('hostile-bodies', {
    what: `Hostile bodies of the largest size to every operation as every caller, on ${database}; then costly bodies of somebody who has not signed in, against the built server`,
    calls: bodies.calls,
    statuses: bodies.statuses,
    most_cpu: bodies.mostCpu.slice(0, 5),
    most_memory: bodies.mostMemory.slice(0, 5),
    problems: bodies.problems,
    attack,
    holds: bodies.problems.length === 0 && attack.holds,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
