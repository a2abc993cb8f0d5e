// `npm test`: everything. Checks, unit tests, the API on both databases, browser journeys; one line of figures last.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';
import { startPrivatePostgres } from './private-postgres.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const notes = [];
const env = { ...process.env };
const node = (...args) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status === 0;

const checksPass = node('tools/check.mjs');
const builds = node('tools/build.mjs');

const postgres = env.TEST_POSTGRES_URL ? { url: env.TEST_POSTGRES_URL } : await startPrivatePostgres();
if (postgres.url) env.TEST_POSTGRES_URL = postgres.url;
else notes.push(`SKIPPED: the tests on PostgreSQL, because ${postgres.reason}.`);

const chromium = await findChromium();
if (!chromium.path) notes.push(`SKIPPED: the browser journeys, because ${chromium.reason}.`);

const folder = mkdtempSync(join(tmpdir(), 'rollcall-test-'));
const report = join(folder, 'report.json');
const journeys = chromium.path ? [] : ['--project', '!e2e*'];
const testsPass = node(
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
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
  // A file that breaks outside its tests, in loading or in a hook, has no failed test to count.
  figures.failed += result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
} catch {
  notes.push('FAILED: the test runner left no report.');
  figures.failed += 1;
}
rmSync(folder, { recursive: true, force: true });
if (!testsPass && figures.failed === 0) {
  notes.push('FAILED: the test runner, although no test did. What it says is above.');
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
