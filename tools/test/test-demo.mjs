// `npm run test:demo`: the API's tests on the browser's database client, every journey that runs on the demo, and the
// parity of both face engines. Takes too long for `npm test`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installedChromium } from './find-chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const env = { ...process.env, TEST_BROWSER_CLIENT: '1', E2E_ALL: '1' };
const node = (...args) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status === 0;
const vitest = (...args) => node('node_modules/vitest/vitest.mjs', 'run', ...args);

const results = [vitest('--project', 'browser')];
if (await installedChromium()) {
  results.push(vitest('--project', 'e2e-demo'));
  results.push(node('node_modules/tsx/dist/cli.mjs', 'bench/src/parity/parity-browser.ts'));
} else
  process.stdout.write(
    'SKIPPED: the journeys and the parity of the engines, because there is no Chromium.\n',
  );
process.exit(results.every(Boolean) ? 0 : 1);
