// `npm test`: checks, builds and tests, with the database on PostgreSQL too and browser journeys; ends with one line of figures.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';
import { findGo, findHaproxy } from './optional-tools.mjs';
import { startPrivatePostgres } from './private-postgres.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const notes = [];
const env = { ...process.env };
/** Runs a script and returns whether it succeeded. */
const node = (...args) =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
    child.on('error', () => done(false));
    child.on('close', (status) => done(status === 0));
  });

const chromium = await findChromium();
if (!chromium.path) notes.push(`SKIPPED: the browser journeys, because ${chromium.reason}.`);

const checksPass = await node('tools/test/check.mjs');
// A build uses little more than one core, so both run at once. Only the journeys need the demo.
const [builds, demoBuilds] = await Promise.all([
  node('tools/build/build.mjs'),
  chromium.path ? node('tools/build/build-demo.mjs', '--quiet') : false,
]);
// Otherwise the journeys' own setup builds it again and reports the failure.
if (demoBuilds) env.E2E_DEMO_BUILT = '1';

const postgres = env.TEST_POSTGRES_URL ? { url: env.TEST_POSTGRES_URL } : await startPrivatePostgres();
if (postgres.url) env.TEST_POSTGRES_URL = postgres.url;
else notes.push(`SKIPPED: the tests on PostgreSQL, because ${postgres.reason}.`);

const haproxy = findHaproxy();
if (haproxy.reason) notes.push(`SKIPPED: the servers behind HAProxy, because ${haproxy.reason}.`);
const go = findGo();
if (go.reason) notes.push(`SKIPPED: the rendered Helm chart, because ${go.reason}.`);

const folder = mkdtempSync(join(tmpdir(), 'rollcall-test-'));
const report = join(folder, 'report.json');
const journeys = chromium.path ? [] : ['--project', '!e2e*'];
const testsPass = await node(
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  '--reporter=./tools/test/durations-reporter.mjs',
  `--outputFile=${report}`,
  ...journeys,
);
postgres.stop?.();

const figures = { passed: 0, failed: 0, skipped: 0 };
try {
  const result = JSON.parse(readFileSync(report, 'utf8'));
  figures.passed = result.numPassedTests;
  figures.failed = result.numFailedTests;
  figures.skipped = result.numPendingTests + result.numTodoTests;
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
  notes.push('FAILED: the test runner wrote no report.');
  figures.failed += 1;
}
rmSync(folder, { recursive: true, force: true });
if (!testsPass && figures.failed === 0) {
  notes.push('FAILED: the test runner, although no test failed. Its messages are above.');
  figures.failed += 1;
}
for (const [name, passes] of [
  ['npm run check', checksPass],
  ['npm run build', builds],
]) {
  if (passes) figures.passed += 1;
  else {
    figures.failed += 1;
    notes.push(`FAILED: ${name}`);
  }
}

process.stdout.write(`\n${notes.map((note) => `${note}\n`).join('')}`);
const skipped = figures.skipped > 0 ? `, ${figures.skipped} skipped` : '';
process.stdout.write(`${figures.passed} passed, ${figures.failed} failed${skipped}\n`);
process.exit(figures.failed === 0 && figures.passed > 2 ? 0 : 1);
