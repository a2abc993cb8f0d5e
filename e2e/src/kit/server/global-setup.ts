import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { SERVER_CLOCK } from '../camera/camera-setup.ts';
import { NOT_ON_DEMO } from './host.ts';
import { startServer } from './start-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folder of a stopped server that has created the demo school. */
    schoolFolder: string;
    /** The same on a school day, early: for journeys with a camera. */
    cameraSchoolFolder: string;
  }
}

function runBuild(script: string, failure: string, ...args: readonly string[]): void {
  const path = fileURLToPath(new URL(`../../../../tools/build/${script}`, import.meta.url));
  // Vitest sets NODE_ENV=test; a build that inherits it contains React's development version.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [path, ...args], { stdio: 'inherit', env });
  if (status !== 0) throw new Error(failure);
}

/** Builds the web app and the server if their sources changed, unless another build is named. */
export function buildServer(): void {
  if (process.env.E2E_SERVER_MAIN) return;
  runBuild('build.mjs', 'The build failed, so there is nothing to test.');
}

/** Builds the demo folder if its sources changed. The build also checks the size limits. */
function buildDemo(): void {
  if (process.env.E2E_ALL)
    for (const [name, reason] of Object.entries(NOT_ON_DEMO))
      process.stdout.write(`SKIPPED on the demo: ${name}, because ${reason}.\n`);
  if (process.env.E2E_DEMO_BUILT) return;
  runBuild('build-demo.mjs', 'The demo was not built, or exceeds its size limits.', '--quiet');
}

/** Builds what the project's journeys visit, and creates the demo school once for all files that start a server. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.name === 'e2e-demo') {
    buildDemo();
    return undefined;
  }
  buildServer();
  const servers = await Promise.all([startServer(), startServer(SERVER_CLOCK)]);
  await Promise.all(servers.map((server) => server.stop()));
  const [school, early] = servers.map(({ dataDir }) => dataDir);
  project.provide('schoolFolder', school ?? '');
  project.provide('cameraSchoolFolder', early ?? '');
  return async () => {
    for (const { dataDir } of servers) await rm(dataDir, { recursive: true, force: true });
  };
}
