import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NOT_ON_DEMO } from './not-on-demo.ts';

/** The journeys run against the folder that would be published. Building it also holds its sizes. */
export function setup(): void {
  if (process.env.E2E_ALL)
    for (const [name, reason] of Object.entries(NOT_ON_DEMO))
      process.stdout.write(`SKIPPED on the demo: ${name}, because ${reason}.\n`);
  if (process.env.E2E_DEMO_BUILT) return; // someone else has built it
  const script = fileURLToPath(new URL('../../../tools/build-demo.mjs', import.meta.url));
  // The test runner says NODE_ENV=test; a build that inherits it contains React's development half.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [script, '--quiet'], { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The demo was not built, or is larger than it may be.');
}
