import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Once per run: builds the server if its sources changed, for tests that start it as a process. */
export function setup(): void {
  const script = fileURLToPath(new URL('../../../tools/build/build.mjs', import.meta.url));
  // Vitest sets NODE_ENV=test, which is not what is installed.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [script, '--only=server'], { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The build failed, so there is no server to start.');
}
