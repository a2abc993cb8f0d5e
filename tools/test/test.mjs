// `npm test`: checks, builds, and the tests that belong to every change; `npm run test:full`: those and all others.
// Ends with one line of figures. Arguments: `--full` runs both lanes, `--rest` just what `npm test` leaves out, `--changed` Biome
// and the tests of the features that differ from the last commit, or from a commit that is named.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedFiles, testsOf } from './changed-tests.mjs';
import { findChromium } from './find-chromium.mjs';
import { findGo, findHaproxy } from './optional-tools.mjs';
import { startPrivatePostgres } from './private-postgres.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const changed = process.argv.includes('--changed')
  ? changedFiles(process.argv[process.argv.indexOf('--changed') + 1] ?? 'HEAD')
  : null;
const lanes = process.argv.includes('--rest')
  ? ['rest']
  : ['quick', ...(process.argv.includes('--full') ? ['rest'] : [])];
const notes = [];
const figures = { passed: 0, failed: 0, skipped: 0 };
const env = { ...process.env };
const began = performance.now();
const minutes = () => `${((performance.now() - began) / 60_000).toFixed(1)} min`;
/** Runs a script and returns whether it succeeded. */
const node = (args, more = {}) =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...env, ...more } });
    child.on('error', () => done(false));
    child.on('close', (status) => done(status === 0));
  });

// Pages and rules need no browser.
const chromium = changed ? { reason: 'they are not among the tests of a change' } : await findChromium();
if (!chromium.path) notes.push(`SKIPPED: the browser journeys, because ${chromium.reason}.`);

if (changed)
  count('Biome', await node(['node_modules/.bin/biome', 'check', '--error-on-warnings', ...changed]));
else {
  if (lanes.includes('quick')) count('npm run check', await node(['tools/test/check.mjs']));
  // A build uses little more than one core, so both run at once. Only the journeys need the demo.
  const [builds, demoBuilds] = await Promise.all([
    node(['tools/build/build.mjs']),
    chromium.path ? node(['tools/build/build-demo.mjs', '--quiet']) : false,
  ]);
  count('npm run build', builds);
  // Otherwise the journeys' own setup builds it again and reports the failure.
  if (demoBuilds) env.E2E_DEMO_BUILT = '1';
}

const postgres = env.TEST_POSTGRES_URL ? { url: env.TEST_POSTGRES_URL } : await startPrivatePostgres();
if (postgres.url) env.TEST_POSTGRES_URL = postgres.url;
else notes.push(`SKIPPED: the tests on PostgreSQL, because ${postgres.reason}.`);

if (lanes.includes('rest')) {
  const haproxy = findHaproxy();
  if (haproxy.reason) notes.push(`SKIPPED: the servers behind HAProxy, because ${haproxy.reason}.`);
  const go = findGo();
  if (go.reason) notes.push(`SKIPPED: the rendered Helm chart, because ${go.reason}.`);
}

process.stdout.write(`Checked and built after ${minutes()}.\n`);
for (const lane of lanes) {
  await runLane(lane);
  process.stdout.write(`Lane ${lane} done after ${minutes()}.\n`);
}
postgres.stop?.();

process.stdout.write(`\n${notes.map((note) => `${note}\n`).join('')}`);
const skipped = figures.skipped > 0 ? `, ${figures.skipped} skipped` : '';
process.stdout.write(`${figures.passed} passed, ${figures.failed} failed${skipped}\n`);
process.exit(figures.failed === 0 && figures.passed > (changed ? 0 : 2) ? 0 : 1);

function count(name, passes) {
  if (passes) figures.passed += 1;
  else {
    figures.failed += 1;
    notes.push(`FAILED: ${name}`);
  }
}

async function runLane(lane) {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-test-'));
  const report = join(folder, 'report.json');
  const passes = await node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tools/test/durations-reporter.mjs',
      `--outputFile=${report}`,
      ...(chromium.path ? [] : ['--project', '!e2e*']),
      ...(changed ? ['--passWithNoTests', ...testsOf(changed)] : []),
    ],
    { TEST_LANE: lane },
  );
  const failedBefore = figures.failed;
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    figures.passed += result.numPassedTests;
    figures.failed += result.numFailedTests;
    figures.skipped += result.numPendingTests + result.numTodoTests;
    // Again at the end, where they are found without reading everything above.
    for (const file of result.testResults) {
      const name = relative(root, file.name);
      const failed = file.assertionResults.filter(({ status }) => status === 'failed');
      for (const { fullName, failureMessages } of failed)
        notes.push(`FAILED: ${name}: ${fullName}: ${failureMessages[0]?.split('\n')[0] ?? ''}`);
      // While loading or in a hook: there is no failed test to count.
      if (file.status !== 'failed' || failed.length > 0) continue;
      notes.push(`FAILED: ${name}: ${file.message.split('\n')[0] || 'outside its tests'}`);
      figures.failed += 1;
    }
  } catch {
    notes.push(`FAILED: the test runner wrote no report of the lane ${lane}.`);
    figures.failed += 1;
  }
  rmSync(folder, { recursive: true, force: true });
  if (passes || figures.failed > failedBefore) return;
  notes.push('FAILED: the test runner, although no test failed. Its messages are above.');
  figures.failed += 1;
}
