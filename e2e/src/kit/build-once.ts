import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The journeys run against what a user would get: the built web app and the built server. */
export function setup(): void {
  if (process.env.E2E_SERVER_MAIN) return; // someone else has built it
  const script = fileURLToPath(new URL('../../../tools/build.mjs', import.meta.url));
  // The test runner says NODE_ENV=test; a build that inherits it contains React's development half.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The build failed; there is nothing to visit.');
}
